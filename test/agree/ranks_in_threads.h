// SPDX-License-Identifier: Apache-2.0
// The ranks of a job as threads of one process, with messages that are late by chance.
#pragma once

#include <thread>
#include <vector>

#include "agree/memory_transport.h"
#include "cluster/job.h"

namespace heddle {

class RanksInThreads {
 public:
  // `most_unsent`: bytes after which a rank waits for the others.
  RanksInThreads(std::size_t count, std::uint64_t seed, std::size_t most_unsent)
      : wire_(count, seed), most_unsent_(most_unsent) {}

  // `work` once for each rank, at the same time.
  template <class Work>
  void run(const Work& work) {
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < wire_.ranks(); ++rank)
      threads.emplace_back([&, rank] {
        auto transport = std::make_unique<cluster::MemoryTransport>(wire_, rank);
        cluster::Job job(std::make_unique<cluster::Group>(std::move(transport), 1, most_unsent_));
        work(job);
        job.leave();
      });
    for (std::thread& thread : threads) thread.join();
  }
  const cluster::MemoryWire& wire() const { return wire_; }

 private:
  cluster::MemoryWire wire_;
  std::size_t most_unsent_;
};

}  // namespace heddle
