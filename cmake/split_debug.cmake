# SPDX-License-Identifier: Apache-2.0
# Debug information goes into files of its own, where debuggers look for it by the build id: lib/debug/.build-id.
set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(GLOB plugins RELATIVE "${root}" "${root}/lib/heddle/gcc/*/*.so" "${root}/lib/heddle/clang/*/*.so")
foreach(file bin/heddle lib/heddle/libheddle_runtime.so lib/heddle/sample/libheddle_runtime.so lib/heddle/libheddle_check.so
        lib/heddle/libheddle_mpi.so ${plugins})
  set(installed "${root}/${file}")
  execute_process(COMMAND readelf -n "${installed}" OUTPUT_VARIABLE notes ERROR_QUIET)
  if(NOT notes MATCHES "Build ID: ([0-9a-f][0-9a-f])([0-9a-f]+)")
    continue()
  endif()
  set(directory "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/debug/.build-id/${CMAKE_MATCH_1}")
  set(debug "${directory}/${CMAKE_MATCH_2}.debug")
  file(MAKE_DIRECTORY "${directory}")
  execute_process(COMMAND ${HEDDLE_OBJCOPY} --only-keep-debug --compress-debug-sections "${installed}" "${debug}"
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${HEDDLE_OBJCOPY} --strip-unneeded --remove-section=.comment "${installed}"
    COMMAND_ERROR_IS_FATAL ANY)
  file(CHMOD "${debug}" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${CMAKE_INSTALL_PREFIX}/lib/debug/.build-id/${CMAKE_MATCH_1}/${CMAKE_MATCH_2}.debug")
endforeach()
