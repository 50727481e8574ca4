# Finds a Python that can be embedded and extended and that runs the tests:
# version 3.11 or newer, NumPy, Python.h and a shared libpython. The python3
# first on PATH is often one without NumPy, so every candidate is asked.
#
# Sets MYTRITON_PYTHON_EXECUTABLE, MYTRITON_PYTHON_INCLUDE_DIR,
# MYTRITON_PYTHON_LIBRARY and MYTRITON_PYTHON_VERSION.

set(MYTRITON_PYTHON "" CACHE STRING "Python interpreter to use (empty: search)")

set(_mt_python_probe [[
import os, sys, sysconfig
assert sys.version_info >= (3, 11)
import numpy
var = sysconfig.get_config_var
folders = [var('LIBDIR'), var('LIBPL')]
if var('MULTIARCH'):
    folders.insert(0, os.path.join(var('LIBDIR'), var('MULTIARCH')))
name = 'libpython' + var('LDVERSION') + '.so'
library = next(p for p in (os.path.join(f, name) for f in folders) if os.path.exists(p))
include = sysconfig.get_path('include')
assert os.path.exists(os.path.join(include, 'Python.h'))
print(sys.executable, include, library, '%d.%d' % sys.version_info[:2], sep=';', end='')
]])

function(_mt_probe_python candidate result)
  unset(program CACHE)
  find_program(program NAMES "${candidate}" NO_CACHE)
  set(${result} "" PARENT_SCOPE)
  if(program)
    execute_process(COMMAND "${program}" -c "${_mt_python_probe}"
      OUTPUT_VARIABLE answer ERROR_QUIET RESULT_VARIABLE status)
    if(status EQUAL 0)
      set(${result} "${answer}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

if(NOT "${MYTRITON_PYTHON}" STREQUAL "${MYTRITON_PYTHON_PROBED}" OR NOT MYTRITON_PYTHON_EXECUTABLE)
  if(MYTRITON_PYTHON)
    set(_mt_candidates "${MYTRITON_PYTHON}")
  else()
    set(_mt_candidates python3 /usr/bin/python3 python3.13 python3.12 python3.11)
  endif()
  set(_mt_found "")
  foreach(candidate IN LISTS _mt_candidates)
    _mt_probe_python("${candidate}" _mt_found)
    if(_mt_found)
      break()
    endif()
  endforeach()
  if(NOT _mt_found)
    list(JOIN _mt_candidates ", " _mt_tried)
    message(FATAL_ERROR "No Python 3.11 or newer with NumPy, Python.h and a shared "
      "libpython was found (tried ${_mt_tried}): install the Debian packages "
      "python3-dev and python3-numpy, or pass -DMYTRITON_PYTHON=<interpreter>.")
  endif()
  list(GET _mt_found 0 _mt_exe)
  list(GET _mt_found 1 _mt_include)
  list(GET _mt_found 2 _mt_library)
  list(GET _mt_found 3 _mt_version)
  set(MYTRITON_PYTHON_EXECUTABLE "${_mt_exe}" CACHE INTERNAL "")
  set(MYTRITON_PYTHON_INCLUDE_DIR "${_mt_include}" CACHE INTERNAL "")
  set(MYTRITON_PYTHON_LIBRARY "${_mt_library}" CACHE INTERNAL "")
  set(MYTRITON_PYTHON_VERSION "${_mt_version}" CACHE INTERNAL "")
  set(MYTRITON_PYTHON_PROBED "${MYTRITON_PYTHON}" CACHE INTERNAL "")
endif()
message(STATUS "Python ${MYTRITON_PYTHON_VERSION}: ${MYTRITON_PYTHON_EXECUTABLE}")
