// SPDX-License-Identifier: Apache-2.0
// A check that all ranks of a job do together: the work of the process under control (explore/native/others.cpp) on one
// side, the other ranks (cluster/sharing.h) on the other. Parts of the search pass through as they are.
//
// Each rank runs the same program and comes to the same checks in the same order. In each of them, whatever one process
// alone would come to, all come to together: the verdict, and how many executions there are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cluster/job.h"
#include "cluster/sharing.h"
#include "runtime/host/check_record.h"

namespace heddle::runtime::host {

struct SharedCheckOptions {
  bool samples = false;    // each rank has its share of a strategy that samples: there are no parts
  std::string checkpoint;  // rank 0 writes it; empty: none
  std::string command;     // its first part (schedule/checkpoint_command.h)
  double checkpoint_seconds = 120;
  double limit_seconds = 0;  // 0: none
};

class SharedCheck final : public cluster::Work {
 public:
  SharedCheck(cluster::Job& job, SharedCheckOptions options);

  cluster::Job& job() { return job_; }
  // Around the process under control, which must not have begun.
  void begin(schedule::SharedProgress& progress, const std::string& directory);
  void poll();
  unsigned glance() { return sharing_.glance(); }  // microseconds until the next poll
  void end();
  void stop();
  bool was_stopped() const { return was_stopped_; }  // by a limit or Ctrl-C: all ranks
  bool samples() const { return options_.samples; }
  std::uint64_t executions() const;  // so far; of all ranks for rank 0
  // The records of all ranks, of each check one, for rank 0; its own for the others.
  base::Result<std::vector<CheckRecord>> merge(std::vector<CheckRecord> own);
  // "messages", "bytes", "idle" of all ranks, for rank 0.
  struct Cost {
    std::uint64_t messages = 0, bytes = 0;
    double idle_seconds = 0;
  };
  const Cost& cost() const { return cost_; }

  bool rests() override;
  void want_part() override;
  std::optional<std::string> part() override;
  void take_part(std::string part) override;
  void want_snapshot() override;
  std::optional<std::string> snapshot() override;
  void conclude(bool stops) override;
  std::optional<std::string> word() override;
  void hear(const std::vector<std::string>& words) override;
  std::uint64_t done() override;

 private:
  void tell_of_silence();
  std::string file(const char* what, std::uint32_t number) const;

  cluster::Job& job_;
  SharedCheckOptions options_;
  cluster::Sharing sharing_;
  double start_ = 0;
  bool is_stopping_ = false, was_stopped_ = false, has_told_ = false, is_kept_for_good_ = false;
  double stop_asked_ = 0;
  schedule::SharedProgress* progress_ = nullptr;
  std::string directory_;
  std::uint32_t round_ = 1;  // of this process
  Cost cost_;
};

}  // namespace heddle::runtime::host
