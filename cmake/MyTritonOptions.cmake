# Compiler flags, build type, output folders.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")

# -O2 is what LLVM-style code is tuned for; NDEBUG is decided by one option
# below, not by the build type.
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
foreach(type RELEASE RELWITHDEBINFO MINSIZEREL DEBUG)
  string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${type} "${CMAKE_CXX_FLAGS_${type}}")
endforeach()
if(MYTRITON_ENABLE_ASSERTIONS)
  set(MYTRITON_ASSERTIONS_VALUE 1)
  set(MYTRITON_ASSERTIONS_WORD "on")
else()
  add_compile_definitions(NDEBUG)
  set(MYTRITON_ASSERTIONS_VALUE 0)
  set(MYTRITON_ASSERTIONS_WORD "off")
endif()

add_compile_options(
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  -Wall -Wextra -Wno-unused-parameter
  # A new enumerator (an op, a type) must break the build where it is unhandled.
  -Werror=switch -Werror=return-type -Werror=uninitialized
  -fdiagnostics-color=auto)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC's flow analysis reports LLVM's SmallVector and Optional by mistake.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>
                      $<$<COMPILE_LANGUAGE:CXX>:-Wno-dangling-reference>)
endif()
# Nobody replaces our functions at run time: calls inside the library are direct.
add_compile_options(-fno-semantic-interposition)
add_link_options(-Wl,--as-needed -Wl,-Bsymbolic-functions)

if(MYTRITON_SANITIZE)
  string(REPLACE ";" "," MYTRITON_SANITIZE_FLAG "${MYTRITON_SANITIZE}")
  # The vptr check needs RTTI, which LLVM and we do without.
  add_compile_options(-fsanitize=${MYTRITON_SANITIZE_FLAG} -fno-sanitize=vptr
                      -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${MYTRITON_SANITIZE_FLAG})
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()
mark_as_advanced(CCACHE_PROGRAM)
