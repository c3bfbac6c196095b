// SPDX-License-Identifier: Apache-2.0
// For tests: messages between ranks of one process, late by chance. Ranks may be threads, or take turns in one.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <random>
#include <vector>

#include "cluster/transport.h"

namespace heddle::cluster {

class MemoryWire {  // between all ranks
 public:
  MemoryWire(std::size_t ranks, std::uint64_t seed)
      : ranks_(ranks), queues_(ranks * ranks), unsent_(ranks), dice_(seed) {}

  std::size_t ranks() const { return ranks_; }
  // The most bytes of a rank that ever waited to be received.
  std::size_t most_unsent() const { return most_unsent_; }
  void send(std::size_t from, std::size_t to, std::string bytes) {
    const std::lock_guard lock(mutex_);
    unsent_[from] += bytes.size();
    most_unsent_ = std::max(most_unsent_, unsent_[from]);
    queues_[from * ranks_ + to].push_back(std::move(bytes));
  }
  bool receive(std::size_t& from, std::size_t to, std::string& bytes) {
    const std::lock_guard lock(mutex_);
    const std::size_t first = dice_() % ranks_;
    for (std::size_t i = 0; i < ranks_; ++i) {
      from = (first + i) % ranks_;
      std::deque<std::string>& queue = queues_[from * ranks_ + to];
      if (queue.empty() || dice_() % 3 == 0) continue;
      bytes = std::move(queue.front());
      queue.pop_front();
      unsent_[from] -= bytes.size();
      return true;
    }
    return false;
  }
  std::size_t unsent_bytes(std::size_t from) {
    const std::lock_guard lock(mutex_);
    return unsent_[from];
  }

 private:
  std::size_t ranks_;
  std::mutex mutex_;
  std::vector<std::deque<std::string>> queues_;  // by sender and receiver
  std::vector<std::size_t> unsent_;              // bytes, by sender
  std::size_t most_unsent_ = 0;
  std::mt19937_64 dice_;
};

class MemoryTransport final : public Transport {
 public:
  MemoryTransport(MemoryWire& wire, std::size_t rank) : wire_(wire), rank_(rank) {}
  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return wire_.ranks(); }
  void send(std::size_t to, std::string bytes) override { wire_.send(rank_, to, std::move(bytes)); }
  bool receive(std::size_t& from, std::string& bytes) override { return wire_.receive(from, rank_, bytes); }
  std::size_t unsent_bytes() override { return wire_.unsent_bytes(rank_); }
  void close() override {}
  void abort(int) override { std::abort(); }

 private:
  MemoryWire& wire_;
  std::size_t rank_;
};

}  // namespace heddle::cluster
