# SPDX-License-Identifier: Apache-2.0
# Read by CPack before it packs: what the Debian package depends on, from the libraries that its files are linked with.
# Open MPI's is only recommended: libheddle_mpi.so is loaded where mpirun has started heddle, and nowhere else.
# (CPACK_DEBIAN_PACKAGE_SHLIBDEPS cannot leave a file out.)
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()

# As `name (>= version), …`.
function(heddle_packages_of result)
  set(scratch ${CPACK_HEDDLE_BUILD}/packages/shlibdeps)
  file(WRITE ${scratch}/debian/control "")  # dpkg-shlibdeps wants one
  execute_process(COMMAND dpkg-shlibdeps --ignore-missing-info -O ${ARGN} WORKING_DIRECTORY ${scratch}
    OUTPUT_VARIABLE told ERROR_VARIABLE messages RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
  file(REMOVE_RECURSE ${scratch})
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "dpkg-shlibdeps: ${messages}")
  endif()
  string(REGEX REPLACE "^.*Depends=" "" told "${told}")
  set(${result} "${told}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE heddle_libraries ${CPACK_HEDDLE_BUILD}/lib/heddle/*.so)
set(heddle_mpi ${heddle_libraries})
list(FILTER heddle_mpi INCLUDE REGEX "/libheddle_mpi\\.so$")
list(FILTER heddle_libraries EXCLUDE REGEX "/libheddle_mpi\\.so$")
heddle_packages_of(heddle_depends ${CPACK_HEDDLE_BUILD}/heddle ${heddle_libraries})
string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS ", ${heddle_depends}")
if(heddle_mpi)
  heddle_packages_of(heddle_recommends ${heddle_mpi})
  string(REPLACE ", " ";" heddle_recommends "${heddle_recommends}")
  foreach(heddle_package IN LISTS heddle_recommends)
    string(REGEX REPLACE " .*" "" heddle_name "${heddle_package}")
    string(FIND ", ${heddle_depends}" ", ${heddle_name} (" heddle_at)  # the others need it as well
    if(heddle_at LESS 0)
      string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", ${heddle_package}")
    endif()
  endforeach()
endif()
