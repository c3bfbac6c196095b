# SPDX-License-Identifier: Apache-2.0
# heddle_instrument(target…): compiles and links the targets so that `heddle run` can watch them and `heddle check` take
# them over. Alone they run as ever. A library's users get the runtime with it.
#
# heddle_add_check_test(target …): CTest tests that fail if a schedule of the target fails; one for each test of a suite
# (GoogleTest, Catch2, doctest, Boost.Test), found when CTest starts; else one for the program.
# heddle_add_run_test(target …): the same with `heddle run`, which watches one run.
#   NAME prefix          of the tests: prefix.Suite.Test (default: the target, and for run target.run)
#   LABELS label…        beside `heddle`
#   TIMEOUT seconds      for each test (default 300); the search or the program is asked to stop a little earlier, and
#                        then the test says how far it came, or what the threads wait for
#   OPTIONS option…      for heddle, such as --preemptions 2
#   ARGUMENTS argument…  for the program
#   ALLOW_INCONCLUSIVE   an inconclusive test is skipped, not failed
# A failing schedule is kept as heddle-findings/<test>.json in the build directory, for `heddle replay`.
set(HEDDLE_DISCOVER ${CMAKE_CURRENT_LIST_DIR}/heddle_discover.cmake)

# Functions that compilers must call rather than do inline, where their accesses would stay unseen; and those of which
# only gcc does so. The compiler wrappers of `heddle` take them from here.
function(heddle_called_functions common gcc)
  set(${common} memcpy memset memmove mempcpy memcmp bcmp bzero bcopy strcpy stpcpy strncpy strcat strlen strnlen strcmp strncmp strdup
    PARENT_SCOPE)
  set(${gcc} sprintf snprintf vsprintf vsnprintf strncat stpncpy PARENT_SCOPE)
endfunction()

# gcc is not to load what the program may not come to load: such a load would be instrumented, and race.
function(heddle_unmoved_loads result)
  set(${result} -fno-tree-loop-im -fno-tree-partial-pre -fno-hoist-adjacent-loads PARENT_SCOPE)
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
  heddle_unmoved_loads(unmoved)
  list(APPEND called_gcc ${unmoved} -Wp,-U_FORTIFY_SOURCE  # it names builtins outright
    -mno-accumulate-outgoing-args  # arrays of a variable length are where the plug-in says that they end
    -fno-lifetime-dse  # or it leaves out what destructors write
    -Wno-tsan)  # that thread sanitizing knows no fences
  string(REGEX MATCH "^[0-9]+" version "${CMAKE_CXX_COMPILER_VERSION}")
  set(plugin ${directory}/gcc/${version}/left_out.so)
  if(EXISTS ${plugin} OR TARGET heddle_left_out_gcc)
    list(APPEND called_gcc -fplugin=${plugin})
  endif()
  set(called_clang "SHELL:-Xclang -mllvm -Xclang -tsan-instrument-read-before-write"
    "SHELL:-Xclang -fsanitize-address-use-after-scope"
    -fstandalone-debug)  # else classes of other files and of the standard library are not described
  if(EXISTS ${directory}/clang/${version}/left_out.so OR TARGET heddle_left_out_clang_${version})
    list(APPEND called_clang -fpass-plugin=${directory}/clang/${version}/left_out.so)
  endif()
  foreach(target IN LISTS ARGN)
    if(NOT TARGET ${target})
      message(FATAL_ERROR "heddle_instrument(${target}): there is no target of this name (yet)")
    endif()
    get_target_property(done ${target} HEDDLE_INSTRUMENTED)
    if(done)
      continue()
    endif()
    set_target_properties(${target} PROPERTIES HEDDLE_INSTRUMENTED TRUE)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      set(visibility PRIVATE)
    else()
      set(visibility PUBLIC)
    endif()
    target_compile_options(${target} PRIVATE -fsanitize=thread -g -fno-omit-frame-pointer ${called}
      "$<$<COMPILE_LANG_AND_ID:C,GNU>:${called_gcc}>" "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:${called_gcc}>"
      "$<$<COMPILE_LANG_AND_ID:C,Clang>:${called_clang}>" "$<$<COMPILE_LANG_AND_ID:CXX,Clang>:${called_clang}>")
    # The library goes first: the program's calls of pthread and libc functions are to find it before libc.
    target_link_options(${target} ${visibility} -Wl,--no-as-needed,${directory}/libheddle_runtime.so -Wl,-rpath,${directory})
  endforeach()
endfunction()

function(heddle_add_check_test target)
  heddle_add_discovered_test(check ${target} ${ARGN})
endfunction()

function(heddle_add_run_test target)
  heddle_add_discovered_test(run ${target} ${ARGN})
endfunction()

# At the end of the outermost CMakeLists.txt. Without tests CTest says that all is well.
function(heddle_want_testing)
  if(NOT CMAKE_TESTING_ENABLED)
    message(WARNING "heddle_add_check_test, heddle_add_run_test: CTest finds no tests without enable_testing() in the "
      "outermost CMakeLists.txt")
  endif()
endfunction()

# What CTest reads when it starts: the settings, and heddle_discover.cmake, which asks the program for its tests.
function(heddle_add_discovered_test verb target)
  cmake_parse_arguments(ARG "ALLOW_INCONCLUSIVE" "NAME;TIMEOUT" "LABELS;OPTIONS;ARGUMENTS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_add_${verb}_test(${target}): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "heddle_add_${verb}_test(${target}): there is no target of this name (yet)")
  endif()
  if(ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "heddle_add_${verb}_test(${target}): a value is missing after ${ARG_KEYWORDS_MISSING_VALUES}")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    message(FATAL_ERROR "heddle_add_${verb}_test(${target}): it is no program (${type}); a library is compiled for heddle with "
      "heddle_instrument(${target})")
  endif()
  if(DEFINED ARG_TIMEOUT AND NOT ARG_TIMEOUT MATCHES "^[1-9][0-9]*$")
    message(FATAL_ERROR "heddle_add_${verb}_test(${target}): TIMEOUT takes whole seconds, not `${ARG_TIMEOUT}`")
  endif()
  heddle_instrument(${target})
  if(NOT ARG_NAME AND verb STREQUAL "run")
    set(ARG_NAME ${target}.run)
  elseif(NOT ARG_NAME)
    set(ARG_NAME ${target})
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  get_property(names GLOBAL PROPERTY HEDDLE_TEST_NAMES)
  if(ARG_NAME IN_LIST names)
    message(FATAL_ERROR "heddle_add_${verb}_test(${target}): there are tests called ${ARG_NAME} already; give these a NAME")
  endif()
  set_property(GLOBAL APPEND PROPERTY HEDDLE_TEST_NAMES "${ARG_NAME}")
  if(NOT names)
    cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL heddle_want_testing)
  endif()
  if(TARGET heddle::command)
    set(command heddle::command)
  else()
    set(command heddle)
  endif()
  string(MAKE_C_IDENTIFIER "${ARG_NAME}" file)
  set(base ${CMAKE_CURRENT_BINARY_DIR}/heddle-tests/${file})
  set(settings "")
  foreach(setting NAME TIMEOUT LABELS OPTIONS ARGUMENTS ALLOW_INCONCLUSIVE)
    string(APPEND settings "set(heddle_${setting} [==[${ARG_${setting}}]==])\n")
  endforeach()
  file(GENERATE OUTPUT ${base}-$<CONFIG>.cmake CONTENT "${settings}set(heddle_VERB ${verb})
set(heddle_COMMAND [==[$<TARGET_FILE:${command}>]==])
set(heddle_PROGRAM [==[$<TARGET_FILE:${target}>]==])
set(heddle_BASE [==[${base}]==])
set(heddle_FINDINGS [==[${CMAKE_CURRENT_BINARY_DIR}/heddle-findings]==])
include([==[${HEDDLE_DISCOVER}]==])
")
  file(WRITE ${base}.cmake "set(heddle_configuration \"\${CTEST_CONFIGURATION_TYPE}\")
if(NOT EXISTS \"${base}-\${heddle_configuration}.cmake\")
  set(heddle_configuration \"${CMAKE_BUILD_TYPE}\")
endif()
include(\"${base}-\${heddle_configuration}.cmake\")
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${base}.cmake)
endfunction()
