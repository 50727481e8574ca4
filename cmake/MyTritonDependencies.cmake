# LLVM, Python, GoogleTest. Each missing one is reported in one sentence.

find_package(LLVM 22.1 QUIET CONFIG HINTS /usr/lib/llvm-22 /usr/local/lib/llvm-22 /opt/llvm-22)
if(NOT LLVM_FOUND)
  message(FATAL_ERROR "LLVM 22.1 was not found: install the Debian package "
    "llvm-22-dev, or pass -DLLVM_DIR=<prefix>/lib/cmake/llvm.")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

set(MYTRITON_BUILD_STAMP
    "mytriton ${PROJECT_VERSION}, LLVM ${LLVM_PACKAGE_VERSION}, assertions ${MYTRITON_ASSERTIONS_WORD}")
if(MYTRITON_STATIC_LLVM)
  # A plugin linked with libLLVM would bring a second LLVM into the process.
  string(APPEND MYTRITON_BUILD_STAMP ", static LLVM")
endif()

include(FindMyTritonPython)

if(MYTRITON_BUILD_TESTS)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gtest_main OR NOT TARGET GTest::gmock)
    message(FATAL_ERROR "GoogleTest was not found: install the Debian packages "
      "libgtest-dev and libgmock-dev, or pass -DMYTRITON_BUILD_TESTS=OFF.")
  endif()
  find_program(MYTRITON_LIT NAMES lit lit-22 llvm-lit HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)
  find_program(MYTRITON_LIT NAMES llvm-lit lit)
  find_program(MYTRITON_FILECHECK NAMES FileCheck HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)
  if(NOT MYTRITON_LIT OR NOT MYTRITON_FILECHECK)
    message(FATAL_ERROR "lit and FileCheck of LLVM 22 were not found: install the "
      "Debian package llvm-22-tools, or pass -DMYTRITON_BUILD_TESTS=OFF.")
  endif()
endif()
