# SPDX-License-Identifier: Apache-2.0
# heddle_instrument(target…): compiles and links the targets so that `heddle run` can watch them. Alone they run as ever.
# heddle_add_run_test(name target [argument…]): a CTest test that fails if `heddle run` finds anything in the target.
function(heddle_runtime_directory result)
  if(TARGET heddle::command)
    get_target_property(command heddle::command LOCATION)
    cmake_path(GET command PARENT_PATH bin)
    cmake_path(GET bin PARENT_PATH prefix)
    set(${result} ${prefix}/lib/heddle PARENT_SCOPE)
  else()
    set(${result} ${PROJECT_BINARY_DIR}/lib/heddle PARENT_SCOPE)
  endif()
endfunction()

function(heddle_instrument)
  heddle_runtime_directory(directory)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE -fsanitize=thread -g -fno-omit-frame-pointer
      -fno-builtin-memcpy -fno-builtin-memset -fno-builtin-memmove -fno-builtin-mempcpy -fno-builtin-memcmp
      -fno-builtin-strcpy -fno-builtin-stpcpy -fno-builtin-strncpy -fno-builtin-strcat -fno-builtin-strlen
      -fno-builtin-strnlen -fno-builtin-strcmp -fno-builtin-strncmp -fno-builtin-strdup
      $<$<COMPILE_LANG_AND_ID:C,Clang>:SHELL:-Xclang -mllvm -Xclang -tsan-instrument-read-before-write>
      $<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -mllvm -Xclang -tsan-instrument-read-before-write>)
    # The library goes first: the program's calls of pthread and libc functions are to find it before libc.
    target_link_options(${target} PRIVATE -Wl,--no-as-needed,${directory}/libheddle_runtime.so -Wl,-rpath,${directory})
  endforeach()
endfunction()

function(heddle_add_run_test name target)
  if(TARGET heddle::command)
    set(command heddle::command)
  else()
    set(command heddle)
  endif()
  add_test(NAME ${name} COMMAND $<TARGET_FILE:${command}> run $<TARGET_FILE:${target}> -- ${ARGN})
endfunction()
