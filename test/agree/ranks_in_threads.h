// SPDX-License-Identifier: Apache-2.0
// The ranks of a job as threads of one process, with messages that are late by chance.
#pragma once

#include <deque>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "cluster/job.h"

namespace heddle {

class RanksInThreads {
 public:
  RanksInThreads(std::size_t count, std::uint64_t seed) : queues_(count * count), dice_(seed) {}

  // `work` once for each rank, at the same time.
  template <class Work>
  void run(const Work& work) {
    const std::size_t count = size();
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < count; ++rank)
      threads.emplace_back([&, rank] {
        cluster::Job job(std::make_unique<cluster::Group>(std::make_unique<Wire>(*this, rank), 1));
        work(job);
        job.leave();
      });
    for (std::thread& thread : threads) thread.join();
  }

 private:
  class Wire final : public cluster::Transport {
   public:
    Wire(RanksInThreads& all, std::size_t rank) : all_(all), rank_(rank) {}
    std::size_t rank() const override { return rank_; }
    std::size_t size() const override { return all_.size(); }
    void send(std::size_t to, std::string bytes) override {
      const std::lock_guard lock(all_.mutex_);
      all_.queues_[rank_ * size() + to].push_back(std::move(bytes));
    }
    bool receive(std::size_t& from, std::string& bytes) override {
      const std::lock_guard lock(all_.mutex_);
      const std::size_t first = all_.dice_() % size();
      for (std::size_t i = 0; i < size(); ++i) {
        from = (first + i) % size();
        std::deque<std::string>& queue = all_.queues_[from * size() + rank_];
        if (queue.empty() || all_.dice_() % 3 == 0) continue;
        bytes = std::move(queue.front());
        queue.pop_front();
        return true;
      }
      return false;
    }
    bool has_sent_all() override { return true; }
    void close() override {}
    void abort(int) override { std::abort(); }

   private:
    RanksInThreads& all_;
    std::size_t rank_;
  };

  std::size_t size() const {
    std::size_t count = 1;
    while (count * count < queues_.size()) ++count;
    return count;
  }

  std::mutex mutex_;
  std::vector<std::deque<std::string>> queues_;  // by sender and receiver
  std::mt19937_64 dice_;
};

}  // namespace heddle
