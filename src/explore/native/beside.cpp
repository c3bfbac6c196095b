// SPDX-License-Identifier: Apache-2.0
// What is done beside an exhaustive search that takes long.
//
// After half a second, and whenever it has run as long again, the search is interrupted between two
// executions. All it knows is in shared memory, so workers that start later go on where others stopped.
// Meanwhile:
//  - Random probes estimate how many executions there are (estimate.h).
//  - A few executions let all threads take a lock before one takes its second (first_locks.h).
//  - If the estimate says that the search will not end soon, schedules are sampled, for a fifth of the time that
//    the search has had: those with few preemptions, then by each of the samplers in turn.
// A schedule that fails is a failure like any other. Doubts that sampling meets are not the search's.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "explore/estimate.h"
#include "explore/native/session.h"

namespace heddle::explore {
namespace {

constexpr double kSoon = 10;  // seconds

}  // namespace

bool Session::may_sample() const {
  return strategy_->name == "dpor" && request_.options.executions == 0 && !request_.wishes().debugger;
}

// True: the search goes on.
bool Session::goes_on_after_pause() {
  if (!paused_ || pool_->is_complete() || control::failed(*shared_) || is_stubborn() || result_->stopped ||
      result_->leaked || pool_->diverged() || found_waits() || wants_other_model() || out_of_time())
    return false;
  note_progress();
  if (keeps_checkpoints()) {
    write_checkpoint();
    pause_at_ = now() + request_.wishes().checkpoint_seconds;
  } else {
    sample();
  }
  if (control::failed(*shared_) || result_->stopped || result_->leaked || is_stubborn()) return false;
  pool_->resume();
  return true;
}

void Session::run_beside(const Strategy& strategy, const Options& options, double seconds) {
  new (pool_) Pool();
  sampling_arena_->clear();
  pool_->prepare(sampling_arena_, 0);
  Search* search = strategy.make(options, *sampling_arena_);
  pool_->add(0, search);
  beside_until_ = now() + seconds;
  if (start_worker(0, &Session::work)) supervise(nullptr);
  beside_until_ = 0;
  result_->sampled += pool_->total().executions;
  if (!out_of_time()) result_->stopped = false;
  if (shared_->failure.exists)
    std::snprintf(result_->found_by, sizeof result_->found_by, "%s", strategy.name.data());
}

void Session::estimate() {
  constexpr std::uint64_t kCount = 200;
  Options options = request_.options;
  options.executions = kCount;
  options.seed += std::uint64_t{1000} * (pauses_ + 1);
  run_beside(*strategy_for("estimate", options), options, kSoon);
  if (!shared_->failure.exists && !result_->stopped && !result_->leaked) note_estimate();
}

// All estimates so far weigh the same.
void Session::note_estimate() {
  const auto& probes = static_cast<const Estimate&>(*pool_->search_of(0));
  const double count = ++estimates_;
  result_->estimate += (probes.mean() - result_->estimate) / count;
  error_squares_ += probes.error() * probes.error();
  result_->estimate_error = __builtin_sqrt(error_squares_) / count;
}

void Session::sample() {
  if (sampling_pool_ == nullptr) {
    sampling_pool_ = map_pool();
    sampling_arena_ = new (std::malloc(sizeof(Arena))) Arena(std::size_t{1} << 34);
  }
  Pool* search = pool_;
  const double elapsed = now() - start_;
  const Progress so_far = search->total();
  std::uint64_t doubts[static_cast<std::size_t>(control::Doubt::count)];
  std::memcpy(doubts, shared_->doubts, sizeof doubts);
  pool_ = sampling_pool_;
  const auto goes_on = [&] {
    return !shared_->failure.exists && !out_of_time() && !is_stubborn() && !result_->leaked;
  };
  Options options = request_.options;
  options.seed += pauses_;
  options.executions = 50;
  run_beside(*strategy_for("locks", options), options, kSoon);
  if (goes_on()) estimate();
  const double rate = static_cast<double>(so_far.executions + so_far.redundant + 1) / elapsed;
  const double left =
      (result_->estimate + result_->estimate_error - static_cast<double>(so_far.executions)) / rate;
  const double limit = request_.wishes().limit_seconds;
  const double patience = limit > 0 && limit - elapsed < kSoon ? limit - elapsed : kSoon;
  const bool is_soon = left < patience;
  if (!is_soon) {
    constexpr const char* kSamplers[] = {"surw", "pct", "pos", "fuzz"};
    constexpr std::uint32_t kPreemptions = 2;
    const double share = elapsed / 5 / (std::size(kSamplers) + 1);
    options.executions = std::uint64_t{1} << 60;
    if (pauses_ <= kPreemptions && goes_on()) {
      Options few = options;
      few.preemptions = pauses_;
      run_beside(*strategy_for("races", few), few, share);
    }
    for (const char* name : kSamplers)
      if (goes_on()) run_beside(*strategy_for(name, options), options, share);
  }
  pool_ = search;
  ++pauses_;
  pause_at_ = is_soon ? 0 : now() + elapsed;
  if (!shared_->failure.exists && !is_stubborn()) std::memcpy(shared_->doubts, doubts, sizeof doubts);
}

}  // namespace heddle::explore
