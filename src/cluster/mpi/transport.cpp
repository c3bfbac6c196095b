// SPDX-License-Identifier: Apache-2.0
// Messages by MPI: libheddle_mpi.so. Point-to-point only, and never a call that waits for another rank before the end:
// a rank that computes for long does not hold up the others. A rank that dies is noticed by mpirun, which ends the job.
#include "cluster/transport.h"

#include <deque>
#include <map>
#include <string_view>

#include <mpi.h>

namespace heddle::cluster {
namespace {

constexpr int kTag = 24;

class MpiTransport final : public Transport {
 public:
  MpiTransport() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_dup(MPI_COMM_WORLD, &ranks_);
    MPI_Comm_rank(ranks_, &rank_);
    MPI_Comm_size(ranks_, &size_);
  }

  std::size_t rank() const override { return static_cast<std::size_t>(rank_); }
  std::size_t size() const override { return static_cast<std::size_t>(size_); }

  void send(std::size_t to, std::string bytes) override {
    forget_sent();
    unsent_bytes_ += bytes.size();
    Sent& sent = sent_[to].emplace_back();
    sent.bytes = std::move(bytes);
    MPI_Isend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE, static_cast<int>(to), kTag,
              ranks_, &sent.request);
  }

  bool receive(std::size_t& from, std::string& bytes) override {
    forget_sent();
    int is_there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, kTag, ranks_, &is_there, &message, &status);
    if (is_there == 0) return false;
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    bytes.resize(static_cast<std::size_t>(count));
    from = static_cast<std::size_t>(status.MPI_SOURCE);
    MPI_Mrecv(bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    return true;
  }

  std::size_t unsent_bytes() override {
    forget_sent();
    return unsent_bytes_;
  }
  void close() override { MPI_Finalize(); }

  void abort(int status) override { MPI_Abort(ranks_, status); }

 private:
  struct Sent {  // kept until MPI has taken it
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  // What one rank does not take yet does not keep what others have taken.
  void forget_sent() {
    for (auto way = sent_.begin(); way != sent_.end();) {
      std::deque<Sent>& queue = way->second;
      while (!queue.empty()) {
        int is_done = 0;
        MPI_Test(&queue.front().request, &is_done, MPI_STATUS_IGNORE);
        if (is_done == 0) break;
        unsent_bytes_ -= queue.front().bytes.size();
        queue.pop_front();
      }
      way = queue.empty() ? sent_.erase(way) : std::next(way);
    }
  }

  MPI_Comm ranks_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
  std::map<std::size_t, std::deque<Sent>> sent_;  // by receiver, in order
  std::size_t unsent_bytes_ = 0;
};

}  // namespace
}  // namespace heddle::cluster

extern "C" __attribute__((visibility("default"))) heddle::cluster::Transport* heddle_mpi_open(
    const char* version) {
  if (std::string_view(version) != HEDDLE_VERSION) return nullptr;
  return new heddle::cluster::MpiTransport();  // for the life of the process
}
