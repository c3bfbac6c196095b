# SPDX-License-Identifier: Apache-2.0
# libheddle_mpi.so: carries messages between ranks by MPI. Only where MPI's headers are; the tool loads it when it is
# started as a rank, and says so if it is not there.
find_package(MPI QUIET COMPONENTS C)
if(MPI_C_FOUND)
  add_library(heddle_mpi SHARED ${PROJECT_SOURCE_DIR}/src/cluster/mpi/transport.cpp)
  target_include_directories(heddle_mpi PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(heddle_mpi SYSTEM PRIVATE ${MPI_C_INCLUDE_DIRS})
  target_compile_definitions(heddle_mpi PRIVATE OMPI_SKIP_MPICXX HEDDLE_VERSION="${PROJECT_VERSION}")
  target_compile_options(heddle_mpi PRIVATE -fvisibility=hidden)
  target_link_libraries(heddle_mpi PRIVATE heddle_warnings ${MPI_C_LIBRARIES})
  set_target_properties(heddle_mpi PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle)
else()
  message(STATUS "no MPI (libopenmpi-dev): heddle will not run under mpirun")
endif()
