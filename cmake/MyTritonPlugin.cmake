# Used in the tree and by find_package(MyTriton) alike.

# add_mytriton_plugin(<name> file.cpp...)
#
# A loadable plugin <name>.so. It links MyTriton::MyTriton and nothing else, so
# that the process keeps a single LLVM.
function(add_mytriton_plugin name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE MyTriton::MyTriton)
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
  set_target_properties(${name} PROPERTIES PREFIX "" CXX_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
