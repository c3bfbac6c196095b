# SPDX-License-Identifier: Apache-2.0
# src/compile: where the public headers are, and which functions must be called rather than done inline.
include(${PROJECT_SOURCE_DIR}/cmake/heddle_instrument.cmake)
heddle_called_functions(called called_gcc)
list(JOIN called "\",\"" called)
list(JOIN called_gcc "\",\"" called_gcc)
set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/compile/compiler.cpp PROPERTY COMPILE_DEFINITIONS
  "HEDDLE_CALLED_FUNCTIONS=\"${called}\"" "HEDDLE_CALLED_FUNCTIONS_GCC=\"${called_gcc}\"")
set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/compile/include_directory.cpp PROPERTY
  COMPILE_DEFINITIONS HEDDLE_INCLUDE_DIRECTORY="${PROJECT_SOURCE_DIR}/include")
