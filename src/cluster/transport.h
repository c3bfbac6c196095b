// SPDX-License-Identifier: Apache-2.0
// What carries messages between the ranks of a job. The one implementation for users is MPI's (mpi/transport.cpp), in a
// library of its own that is loaded when a job is started with mpirun: the tool itself needs no MPI. Tests have one in
// memory (test/agree/memory_transport.h).
//
// One thread only calls it. Messages from one rank to another arrive once, whole and in the order in which they were
// sent; nothing is said of messages of different ranks.
#pragma once

#include <cstddef>
#include <string>

namespace heddle::cluster {

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  virtual std::size_t rank() const = 0;                             // of this process
  virtual std::size_t size() const = 0;                             // ranks of the job
  virtual void send(std::size_t to, std::string bytes) = 0;         // does not wait
  virtual bool receive(std::size_t& from, std::string& bytes) = 0;  // false: nothing is there
  virtual std::size_t unsent_bytes() = 0;                           // that wait for their receivers, here
  virtual void close() = 0;                                         // waits until all ranks do
  virtual void abort(int status) = 0;                               // ends all ranks
};

// What the library exports. `version` is that of the tool; nullptr: the library is of another one.
using OpenTransport = Transport* (*)(const char* version);
inline constexpr char kOpenTransport[] = "heddle_mpi_open";
inline constexpr char kMpiLibrary[] = "libheddle_mpi.so";

}  // namespace heddle::cluster
