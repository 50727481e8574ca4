# The functions that the CMakeLists.txt of libraries, tools, tests and plugins
# are made of. One folder holds one library, tool or test program; a .cpp that
# its CMakeLists.txt does not name is an error.

include(MyTritonPlugin)

function(mytriton_add_subdirectory_if_exists dir)
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${dir}/CMakeLists.txt")
    add_subdirectory(${dir})
  endif()
endfunction()

function(_mt_check_all_sources_listed)
  file(GLOB present RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS *.cpp)
  list(REMOVE_ITEM present ${ARGN} "")
  if(present)
    list(JOIN present ", " names)
    message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt does not list ${names}.")
  endif()
endfunction()

function(_mt_use_headers target)
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
endfunction()

# The objects of the frontend and the library that carries Python's symbols.
# Target names are resolved when the build files are generated, so the folder
# that adds the frontend may come later.
function(_mt_link_frontend target)
  if(TARGET MyTritonFrontend)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:MyTritonFrontend>)
  endif()
  target_include_directories(${target} SYSTEM PRIVATE "${MYTRITON_PYTHON_INCLUDE_DIR}")
endfunction()

# add_mytriton_library(<Name> file.cpp... [NOT_IN_SHARED] [LLVM_COMPONENTS c...])
#
# An object library MyTriton<Name>. Its objects go into libMyTriton, and
# LLVM_COMPONENTS names what a libMyTriton with static LLVM must link for them.
# NOT_IN_SHARED is for what needs Python: it stays out of libMyTriton and is
# compiled against Python's limited API, so that one extension serves every
# Python from 3.11 on.
function(add_mytriton_library name)
  cmake_parse_arguments(ARG "NOT_IN_SHARED" "" "LLVM_COMPONENTS" ${ARGN})
  set(sources ${ARG_UNPARSED_ARGUMENTS})
  _mt_check_all_sources_listed(${sources})
  set(target MyTriton${name})
  add_library(${target} OBJECT ${sources})
  _mt_use_headers(${target})
  if(ARG_NOT_IN_SHARED)
    target_include_directories(${target} SYSTEM PRIVATE "${MYTRITON_PYTHON_INCLUDE_DIR}")
    target_compile_definitions(${target} PRIVATE Py_LIMITED_API=0x030B0000)
  else()
    set_property(GLOBAL APPEND PROPERTY MYTRITON_SHARED_PARTS ${target})
    set_property(GLOBAL APPEND PROPERTY MYTRITON_LLVM_COMPONENTS ${ARG_LLVM_COMPONENTS})
  endif()
endfunction()

function(_mt_link_static_llvm)
  get_property(components GLOBAL PROPERTY MYTRITON_LLVM_COMPONENTS)
  list(APPEND components support core)
  list(REMOVE_DUPLICATES components)
  # LLVM's CMake spells targets as NVPTX, llvm-config as nvptx: take both.
  list(TRANSFORM components REPLACE "^nvptx$" "NVPTX")
  llvm_map_components_to_libnames(libs ${components})
  foreach(lib IN LISTS libs)
    if(NOT TARGET ${lib})
      message(FATAL_ERROR "LLVM_COMPONENTS names what LLVM does not have: ${lib}.")
    endif()
  endforeach()
  target_link_libraries(MyTriton PRIVATE ${libs})
  # Tools and plugins take LLVM's support code and IR from libMyTriton, also the
  # parts that libMyTriton itself does not use. An option, because CMake would
  # repeat a whole archive for each library that depends on it.
  target_link_options(MyTriton PRIVATE "LINKER:--whole-archive"
    "$<TARGET_FILE:LLVMSupport>" "$<TARGET_FILE:LLVMCore>" "LINKER:--no-whole-archive")
endfunction()

# libMyTriton, from all libraries added so far.
function(mytriton_create_shared_library)
  get_property(parts GLOBAL PROPERTY MYTRITON_SHARED_PARTS)
  if(NOT parts)
    return()
  endif()
  list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(MyTriton SHARED ${objects})
  add_library(MyTriton::MyTriton ALIAS MyTriton)
  set(soversion "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
  set_target_properties(MyTriton PROPERTIES
    VERSION ${soversion} SOVERSION ${soversion} LINKER_LANGUAGE CXX)
  target_compile_features(MyTriton INTERFACE cxx_std_20)
  # libMyTriton has no typeinfo for a plugin's classes to refer to.
  target_compile_options(MyTriton INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
  target_include_directories(MyTriton INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_include_directories(MyTriton SYSTEM INTERFACE $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>)
  if(NOT MYTRITON_SANITIZE)
    # Proves that nothing is left to a host program, Python's symbols least.
    target_link_options(MyTriton PRIVATE -Wl,-z,defs)
  endif()
  find_package(Threads REQUIRED)
  target_link_libraries(MyTriton PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
  if(MYTRITON_STATIC_LLVM)
    _mt_link_static_llvm()
  else()
    target_link_libraries(MyTriton PUBLIC LLVM)
  endif()
endfunction()

# add_mytriton_tool(<name> file.cpp... [FRONTEND])
#
# A program in build/bin. FRONTEND adds the frontend and an embedded Python.
function(add_mytriton_tool name)
  cmake_parse_arguments(ARG "FRONTEND" "" "" ${ARGN})
  set(sources ${ARG_UNPARSED_ARGUMENTS})
  _mt_check_all_sources_listed(${sources})
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE MyTriton)
  if(ARG_FRONTEND)
    _mt_link_frontend(${name})
    target_link_libraries(${name} PRIVATE MyTritonEmbed "${MYTRITON_PYTHON_LIBRARY}")
  endif()
  set_target_properties(${name} PROPERTIES
    INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}" INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT Tools)
endfunction()

# add_mytriton_unittest(<Name> file.cpp... [FRONTEND])
#
# One GoogleTest program build/unittests/<Name>Tests for the tests of a folder.
function(add_mytriton_unittest name)
  cmake_parse_arguments(ARG "FRONTEND" "" "" ${ARGN})
  set(sources ${ARG_UNPARSED_ARGUMENTS})
  _mt_check_all_sources_listed(${sources})
  set(target ${name}Tests)
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE MyTriton GTest::gmock GTest::gtest_main)
  if(ARG_FRONTEND)
    _mt_link_frontend(${target})
    target_link_libraries(${target} PRIVATE MyTritonEmbed "${MYTRITON_PYTHON_LIBRARY}")
  endif()
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/unittests")
  add_test(NAME ${target} COMMAND ${target})
  set_property(GLOBAL APPEND PROPERTY MYTRITON_UNITTESTS ${target})
endfunction()

function(mytriton_add_unittest_directories)
  file(GLOB_RECURSE lists CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/unittests/*/CMakeLists.txt")
  foreach(list IN LISTS lists)
    cmake_path(GET list PARENT_PATH dir)
    add_subdirectory("${dir}")
  endforeach()
endfunction()

# add_mytriton_python_extension(<name> file.cpp...)
#
# The extension module <name>.abi3.so inside the package in build/python.
function(add_mytriton_python_extension name)
  _mt_check_all_sources_listed(${ARGN})
  add_library(${name} MODULE ${ARGN})
  _mt_link_frontend(${name})
  target_compile_definitions(${name} PRIVATE Py_LIMITED_API=0x030B0000)
  # Launches find code out of the caches: calls into Python without a detour.
  target_compile_options(${name} PRIVATE -fno-plt)
  target_link_libraries(${name} PRIVATE MyTriton)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_LIBDIR BASE_DIRECTORY
    "${CMAKE_INSTALL_PREFIX}/${MYTRITON_INSTALL_PYTHONDIR}/mytriton" OUTPUT_VARIABLE to_lib)
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".abi3.so"
    LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/python/mytriton"
    INSTALL_RPATH "$ORIGIN/${to_lib}" INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${name} LIBRARY
    DESTINATION "${MYTRITON_INSTALL_PYTHONDIR}/mytriton" COMPONENT Python)
endfunction()

# add_mytriton_python_package(<dir>)
#
# Makes the package in the source folder <dir> importable from build/python.
# Links instead of copies: an edited .py counts at once.
function(add_mytriton_python_package dir)
  cmake_path(GET dir FILENAME package)
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/${dir}")
  set(built "${CMAKE_BINARY_DIR}/python/${package}")
  file(GLOB_RECURSE old LIST_DIRECTORIES false "${built}/*.py")
  if(old)
    file(REMOVE ${old})
  endif()
  file(GLOB_RECURSE files RELATIVE "${source}" CONFIGURE_DEPENDS
       "${source}/*.py" "${source}/*.pyi" "${source}/py.typed")
  foreach(file IN LISTS files)
    cmake_path(GET file PARENT_PATH parent)
    file(MAKE_DIRECTORY "${built}/${parent}")
    file(CREATE_LINK "${source}/${file}" "${built}/${file}" SYMBOLIC)
    install(FILES "${source}/${file}" COMPONENT Python
      DESTINATION "${MYTRITON_INSTALL_PYTHONDIR}/${package}/${parent}")
  endforeach()
endfunction()

# The lit configuration, the list of unit tests and the target `check`.
function(mytriton_configure_tests)
  get_property(unittests GLOBAL PROPERTY MYTRITON_UNITTESTS)
  list(JOIN unittests "\n" lines)
  file(WRITE "${CMAKE_BINARY_DIR}/unittests/tests.txt" "${lines}\n")
  if(EXISTS "${PROJECT_SOURCE_DIR}/test/lit.site.cfg.py.in")
    configure_file("${PROJECT_SOURCE_DIR}/test/lit.site.cfg.py.in"
                   "${CMAKE_BINARY_DIR}/test/lit.site.cfg.py" @ONLY)
  endif()
  add_custom_target(check
    COMMAND "${MYTRITON_PYTHON_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/scripts/check.py" "${CMAKE_BINARY_DIR}"
    USES_TERMINAL)
endfunction()

# What find_package(MyTriton) of an out-of-tree plugin needs.
function(mytriton_install_package)
  if(NOT TARGET MyTriton)
    return()
  endif()
  include(CMakePackageConfigHelpers)
  set(dir "${CMAKE_INSTALL_LIBDIR}/cmake/MyTriton")
  install(TARGETS MyTriton EXPORT MyTritonTargets LIBRARY
    DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT Runtime NAMELINK_COMPONENT Development)
  install(EXPORT MyTritonTargets NAMESPACE MyTriton:: DESTINATION "${dir}" COMPONENT Development)
  foreach(headers "${PROJECT_SOURCE_DIR}/include/mytriton" "${PROJECT_BINARY_DIR}/include/mytriton")
    install(DIRECTORY "${headers}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT Development
      FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN "Frontend" EXCLUDE)
  endforeach()
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/MyTritonConfig.cmake.in"
    "${CMAKE_BINARY_DIR}/cmake/MyTritonConfig.cmake" INSTALL_DESTINATION "${dir}")
  write_basic_package_version_file("${CMAKE_BINARY_DIR}/cmake/MyTritonConfigVersion.cmake"
    COMPATIBILITY SameMinorVersion)
  install(FILES "${CMAKE_BINARY_DIR}/cmake/MyTritonConfig.cmake"
    "${CMAKE_BINARY_DIR}/cmake/MyTritonConfigVersion.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/MyTritonPlugin.cmake"
    DESTINATION "${dir}" COMPONENT Development)
endfunction()
