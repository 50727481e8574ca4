# The plugin that carries MLIR. Nothing else in the build knows MLIR.

option(MYTRITON_ENABLE_MLIR
       "Build libMyTritonMLIR, which compiles target mlir's text, where MLIR 22 is found" ON)

set(MYTRITON_HAS_MLIR OFF)
set(_mt_mlir_missing "")
if(MYTRITON_ENABLE_MLIR)
  # MLIR's own configuration stops CMake where its tools are not installed.
  find_program(MYTRITON_MLIR_OPT NAMES mlir-opt HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)
  mark_as_advanced(MYTRITON_MLIR_OPT)
  if(MYTRITON_MLIR_OPT)
    find_package(MLIR QUIET CONFIG HINTS "${LLVM_INSTALL_PREFIX}/lib/cmake/mlir" NO_DEFAULT_PATH)
  endif()
  if(MLIR_FOUND AND TARGET MLIRIR AND TARGET LLVMSupport)
    set(MYTRITON_HAS_MLIR ON)
    message(STATUS "MLIR in ${MLIR_DIR}")
  else()
    message(STATUS "MLIR was not found, so target mlir prints but does not compile: install "
      "the Debian packages libmlir-22-dev and mlir-22-tools")
  endif()
endif()

# All static libraries of MLIR that the given ones need, themselves included.
# MLIR's targets would bring libLLVM where LLVM was built as a shared library.
function(_mt_collect_mlir_libraries result)
  set(work ${ARGN})
  set(seen "")
  set(files "")
  while(work)
    list(POP_FRONT work library)
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
    if(NOT library MATCHES "^MLIR" OR library IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${library})
    if(TARGET ${library})
      get_target_property(kind ${library} TYPE)
      get_target_property(needs ${library} INTERFACE_LINK_LIBRARIES)
      if(kind STREQUAL "STATIC_LIBRARY")
        list(APPEND files "$<TARGET_FILE:${library}>")
      endif()
      if(needs)
        list(APPEND work ${needs})
      endif()
    endif()
  endwhile()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# add_mytriton_mlir_plugin(<Name> file.cpp... MLIR_LIBRARIES l... LLVM_COMPONENTS c...)
#
# lib<Name>.so with its own static MLIR and LLVM, of which it shows nothing:
# a process may hold another LLVM.
function(add_mytriton_mlir_plugin name)
  cmake_parse_arguments(ARG "" "" "MLIR_LIBRARIES;LLVM_COMPONENTS" ${ARGN})
  set(sources ${ARG_UNPARSED_ARGUMENTS})
  _mt_check_all_sources_listed(${sources})
  add_library(${name} MODULE ${sources})
  _mt_use_headers(${name})
  target_include_directories(${name} SYSTEM PRIVATE ${MLIR_INCLUDE_DIRS})
  set(exports "${CMAKE_CURRENT_SOURCE_DIR}/Exports.map")
  set_target_properties(${name} PROPERTIES
    CXX_VISIBILITY_PRESET hidden LINK_DEPENDS "${exports}")
  target_compile_options(${name} PRIVATE -ffunction-sections -fdata-sections)
  _mt_collect_mlir_libraries(mlir ${ARG_MLIR_LIBRARIES})
  llvm_map_components_to_libnames(llvm ${ARG_LLVM_COMPONENTS})
  # MLIR does not say which parts of a static LLVM it needs, nor their order.
  target_link_libraries(${name} PRIVATE
    -Wl,--start-group ${mlir} -Wl,--end-group ${llvm} Threads::Threads)
  target_link_options(${name} PRIVATE "LINKER:--version-script=${exports}"
    LINKER:--exclude-libs,ALL LINKER:-Bsymbolic LINKER:--gc-sections LINKER:-z,defs)
  if(CMAKE_BUILD_TYPE MATCHES "^(Release|MinSizeRel)$")
    target_link_options(${name} PRIVATE LINKER:--strip-all)
  endif()
  if(MYTRITON_SANITIZE)
    # MLIR's containers are not instrumented; mixing both kinds gives false alarms.
    target_compile_options(${name} PRIVATE -fno-sanitize=all)
    target_link_options(${name} PRIVATE -fno-sanitize=all)
  endif()
  install(TARGETS ${name} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT Runtime)
endfunction()
