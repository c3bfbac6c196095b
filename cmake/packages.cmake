# SPDX-License-Identifier: Apache-2.0
# `make deb` and `make tarball`: what cpack puts into them.
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR heddle)
set(CPACK_PACKAGE_CONTACT "heddle <heddle@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds concurrency bugs in C and C++ programs")
set(CPACK_PACKAGE_DESCRIPTION "heddle runs C and C++ programs under every schedule of their threads that
 matters, and shows one that fails: data races, deadlocks, livelocks, failed
 assertions, use after free. It watches single runs, predicts what other
 schedules of a recorded run show, counts and searches its global states, and
 proves stacks, queues and sets right for any number of threads.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_FILE_NAME heddle_${PROJECT_VERSION}_amd64)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/deb_depends.cmake)
set(CPACK_HEDDLE_BUILD ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++ | clang-19 | clang-14, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "clang-19, gdb")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
  WORLD_READ WORLD_EXECUTE)
include(CPack)
