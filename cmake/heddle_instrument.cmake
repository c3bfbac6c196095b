# SPDX-License-Identifier: Apache-2.0
# heddle_instrument(target…): compiles and links the targets so that `heddle run` can watch them. Alone they run as ever.
# heddle_add_run_test(name target [argument…]): a CTest test that fails if `heddle run` finds anything in the target.

# Functions that compilers must call rather than do inline, where their accesses would stay unseen; and those of which
# only gcc does so. The compiler wrappers of `heddle` take them from here.
function(heddle_called_functions common gcc)
  set(${common} memcpy memset memmove mempcpy memcmp strcpy stpcpy strncpy strcat strlen strnlen strcmp strncmp strdup
    PARENT_SCOPE)
  set(${gcc} sprintf snprintf vsprintf vsnprintf strncat stpncpy PARENT_SCOPE)
endfunction()

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
  heddle_called_functions(called called_gcc)
  list(TRANSFORM called PREPEND -fno-builtin-)
  list(TRANSFORM called_gcc PREPEND -fno-builtin-)
  list(APPEND called_gcc -Wp,-U_FORTIFY_SOURCE  # it names builtins outright
    -fno-lifetime-dse  # or it leaves out what destructors write
    -Wno-tsan)  # that thread sanitizing knows no fences
  string(REGEX MATCH "^[0-9]+" version "${CMAKE_CXX_COMPILER_VERSION}")
  set(plugin ${directory}/gcc/${version}/whole_values.so)
  if(EXISTS ${plugin} OR TARGET heddle_whole_values)
    list(APPEND called_gcc -fplugin=${plugin})
  endif()
  set(called_clang "SHELL:-Xclang -mllvm -Xclang -tsan-instrument-read-before-write")
  if(EXISTS ${directory}/clang/${version}/captured_locals.so OR TARGET heddle_captured_locals_${version})
    list(APPEND called_clang -fpass-plugin=${directory}/clang/${version}/captured_locals.so)
  endif()
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE -fsanitize=thread -g -fno-omit-frame-pointer ${called}
      "$<$<COMPILE_LANG_AND_ID:C,GNU>:${called_gcc}>" "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${called_gcc}>"
      "$<$<COMPILE_LANG_AND_ID:C,Clang>:${called_clang}>" "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:${called_clang}>")
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
