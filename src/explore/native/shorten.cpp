// SPDX-License-Identifier: Apache-2.0
// A failing schedule again: to make it shorter, to record its steps, or because `heddle replay` asks for it.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <tuple>

#include <sys/mman.h>

#include "base/hash.h"
#include "explore/graph_replay.h"
#include "explore/native/session.h"
#include "runtime/control/core.h"
#include "runtime/control/recorded.h"

namespace heddle::explore {

using control::world;

namespace {

// Room for a schedule, not from malloc: what is allocated outside of executions counts as the test's own state.
constexpr std::size_t kDecisionBytes = sizeof(Decision) * (Result::kDecisions + 1);
Decision* map_decisions() {
  void* memory = mmap(nullptr, kDecisionBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "address space can be reserved");
  return static_cast<Decision*>(memory);
}

// Without so many steps of the thread of step `from`, from there on. How many are left.
std::uint32_t leave_out(std::span<const Decision> decisions, std::uint32_t from, std::uint32_t steps,
                        Decision* left) {
  std::uint32_t length = 0;
  for (std::uint32_t i = 0; i < decisions.size(); ++i) {
    if (i >= from && steps > 0 && decisions[i].thread == decisions[from].thread)
      --steps;
    else
      left[length++] = decisions[i];
  }
  return length;
}

}  // namespace

std::uint32_t preemptions_in(std::span<const Decision> decisions) {
  // A change of thread is a preemption only if the thread could have gone on; counting all changes is enough
  // to compare schedules of one program, and is what a reader of the witness has to follow.
  std::uint32_t count = 0;
  for (std::size_t i = 1; i < decisions.size(); ++i) count += decisions[i].thread != decisions[i - 1].thread;
  return count;
}

Session::Signature Session::signature() const {
  const control::Failure& failure = shared_->failure;
  const std::uint64_t pc = failure.places_count > 0 ? failure.places[failure.places_count - 1].pcs[0] : 0;
  const bool by_place =
      failure.kind != control::FailureKind::deadlock && failure.kind != control::FailureKind::livelock;
  return {failure.kind, by_place ? pc : 0,
          failure.kind == control::FailureKind::data_race ? failure.address : 0};
}

std::uint64_t Session::digest() const {
  const control::Failure& failure = shared_->failure;
  std::uint64_t hash = base::combine(failure.exists, static_cast<std::uint64_t>(failure.kind));
  const auto add = [&](const control::Place& place) {
    // What is written may be an address, or the time: whoever reads it is compared.
    const std::uint64_t value = place.action == control::Action::write ? 0 : place.value;
    for (const std::uint64_t part :
         {std::uint64_t{place.thread}, std::uint64_t{place.other}, static_cast<std::uint64_t>(place.action),
          place.address, value, place.pcs[0]})
      hash = base::combine(hash, part);
  };
  for (const char* at = failure.message; *at != 0; ++at)
    hash = base::combine(hash, static_cast<std::uint64_t>(*at));
  for (std::uint32_t i = 0; i < failure.places_count; ++i) add(failure.places[i]);
  for (std::uint32_t i = 0; i < shared_->steps_count; ++i) add(shared_->steps[i]);
  return hash;
}

// In a worker process.
void Session::replay_once(Pool::Worker&) {
  world.scheduler = replay_;
  world.memory = replay_->memory();
  world.recording = records_;
  control::execute(request_.function, request_.argument);
  after_execution();
  keep_schedule(*replay_);
  result_->repeats = replay_->followed();
}

bool Session::attempt(std::span<const Decision> decisions, bool record) {
  control::forget_failure(*shared_);
  control::forget_recorded(*shared_);
  arena_->clear();
  witness_ = nullptr;
  if (strategy_->is_of_graphs()) {
    auto* replay =
        arena_->make<GraphReplay>(*arena_, decisions, *make_memory_model(request_.options.model, *arena_));
    replay_ = replay;
    witness_ = &replay->graph();
  } else {
    replay_ = arena_->make<Replay>(*arena_, decisions);
  }
  records_ = record;
  new (pool_) Pool();
  if (start_worker(0, &Session::replay_once)) supervise(replay_);
  return shared_->failure.exists;
}

// In a process that ran nothing before, too: what failed here may come from what an earlier execution left.
bool Session::repeats() {
  const Signature wanted = signature();
  const control::Failure original = shared_->failure;
  const std::uint32_t size = result_->decisions;
  auto* schedule = static_cast<Decision*>(std::malloc(sizeof(Decision) * (size + 1)));
  std::memcpy(schedule, result_->schedule, sizeof(Decision) * size);
  const bool fails = attempt({schedule, size}, false) && signature() == wanted;
  shared_->failure = original;
  result_->decisions = size;
  std::memcpy(result_->schedule, schedule, sizeof(Decision) * size);
  result_->preemptions = preemptions_in({schedule, size});
  std::free(schedule);
  return fails;
}

// Under a weak memory model fewer reads of older writes, first. Then fewer steps without a reason: one of them is left out,
// with the round of the loop that it brings its thread back from. Then fewer changes of thread: a later stretch of a thread
// is moved up to its earlier one, or the schedule is cut and the threads go on undisturbed. Whatever still fails in the same
// way with fewer changes is kept.
void Session::shorten() {
  const Signature wanted = signature();
  const control::Failure original = shared_->failure;
  auto* best = map_decisions();
  auto* candidate = map_decisions();
  std::uint32_t size = result_->decisions;
  std::memcpy(best, result_->schedule, sizeof(Decision) * size);
  std::uint32_t changes = preemptions_in({best, size});
  const bool is_weak = strategy_->is_of_graphs();
  const auto weak_in = [&](const Decision* decisions, std::uint32_t count) {
    return is_weak ? weak_choices_in({decisions, count}) : 0;
  };
  std::uint32_t weak = weak_in(best, size);
  const bool has_outcomes =
      std::any_of(best, best + size, [](const Decision& each) { return each.outcome != 0; });
  std::uint32_t baseless = has_outcomes && attempt({best, size}, false) ? shared_->baseless : 0;
  unsigned attempts = 0;
  // Five seconds at most, and little more than the whole check may take.
  const double left = seconds_left();
  const double end_of_patience = now() + (left < 0.3 ? 0.3 : left < 5 ? left : 5);
  const auto has_time = [&] {
    return !request_.wishes().as_found && attempts <= 2000 && now() < end_of_patience &&
           !(progress_ != nullptr && progress_->stop);
  };
  const auto is_better = [&](std::uint32_t length) {
    ++attempts;
    if (!has_time()) return false;
    if (!attempt({candidate, length}, false) || signature() != wanted) return false;
    const std::uint32_t found = preemptions_in({result_->schedule, result_->decisions});
    const std::uint32_t found_weak = weak_in(result_->schedule, result_->decisions);
    if (std::tuple(found_weak, shared_->baseless, found, result_->decisions) >=
        std::tuple(weak, baseless, changes, size))
      return false;
    size = result_->decisions;
    changes = found;
    weak = found_weak;
    baseless = shared_->baseless;
    std::memcpy(best, result_->schedule, sizeof(Decision) * size);
    return true;
  };
  for (std::uint32_t i = 0; is_weak && i < size && has_time(); ++i) {
    if (best[i].outcome < kMostChoices) continue;
    std::memcpy(candidate, best, sizeof(Decision) * size);
    candidate[i].outcome %= kMostChoices;
    is_better(size);
  }
  constexpr std::uint32_t kRound = 8;
  for (std::uint32_t i = 0; baseless > 0 && i < size && has_time(); ++i)
    for (std::uint32_t steps = 1; best[i].outcome != 0 && steps <= kRound && has_time(); ++steps)
      if (is_better(leave_out({best, size}, i, steps, candidate)))
        break;  // what stands there now is another one
  for (bool again = true; again && has_time();) {
    again = false;
    for (std::uint32_t i = 0; i + 1 < size; ++i) {
      if (i > 0 && best[i].thread == best[i - 1].thread) continue;
      // Cut before this stretch.
      std::memcpy(candidate, best, sizeof(Decision) * i);
      if (is_better(i)) {
        again = true;
        break;
      }
      std::uint32_t end = i + 1;
      while (end < size && best[end].thread == best[i].thread) ++end;
      std::uint32_t next = end;
      while (next < size && best[next].thread != best[i].thread) ++next;
      if (next == size) continue;
      std::uint32_t after = next;
      while (after < size && best[after].thread == best[i].thread) ++after;
      // The thread's next stretch comes at once.
      std::memcpy(candidate, best, sizeof(Decision) * end);
      std::memcpy(candidate + end, best + next, sizeof(Decision) * (after - next));
      std::memcpy(candidate + end + (after - next), best + end, sizeof(Decision) * (next - end));
      std::memcpy(candidate + after, best + after, sizeof(Decision) * (size - after));
      if (is_better(size)) {
        again = true;
        break;
      }
      // This stretch comes only with the next.
      std::memcpy(candidate + i, best + end, sizeof(Decision) * (next - end));
      std::memcpy(candidate + i + (next - end), best + i, sizeof(Decision) * (end - i));
      std::memcpy(candidate + next, best + next, sizeof(Decision) * (size - next));
      if (i > 0) std::memcpy(candidate, best, sizeof(Decision) * i);
      if (is_better(size)) {
        again = true;
        break;
      }
    }
  }
  watch_what_failed({best, size}, original.address);
  if (!request_.wishes().as_found) find_passing({best, size}, now() + 2);
  attempt({best, size}, true);
  result_->repeats = signature() == wanted;
  if (!result_->repeats) shared_->failure = original;
  result_->decisions = size;
  std::memcpy(result_->schedule, best, sizeof(Decision) * size);
  result_->preemptions = changes;
  munmap(best, kDecisionBytes);
  munmap(candidate, kDecisionBytes);
}

void Session::watch_what_failed(std::span<const Decision> failing, std::uint64_t address) {
  constexpr std::uint64_t kNull = 4096;  // below it a null pointer was followed
  const std::uint64_t searched = shared_->steps_total;
  shared_->watched_count = 0;
  if (address >= kNull)
    control::watch(*shared_, address);
  else if (attempt(failing, true))
    control::watch_what_was_read(*shared_);
  shared_->steps_total = searched;
}

// What a reader compares the failure with: its schedule up to a change of thread, from where on nobody is disturbed. Of
// those that pass the one that goes longest with it. A race that every schedule has leaves none.
void Session::find_passing(std::span<const Decision> failing, double until) {
  constexpr unsigned kAttempts = 200;
  const std::uint64_t searched = shared_->steps_total;
  unsigned attempts = 0;
  bool passes = false;
  for (std::size_t i = failing.size(); !passes && i-- > 0 && ++attempts < kAttempts && now() < until;) {
    while (i > 0 && failing[i].thread == failing[i - 1].thread) --i;
    passes = !attempt(failing.first(i), false) && !attempt(failing.first(i), true);
  }
  shared_->steps_total = searched;  // they are no part of the search
  if (!passes) return;
  result_->passing_count = shared_->steps_count;
  std::memcpy(result_->passing, shared_->steps, sizeof *shared_->steps * shared_->steps_count);
}

void Session::take_racy() {
  for (const std::uint64_t word : request_.given.racy) {
    if ((word & control::Shared::kShortCalls) != 0 && word >> 63 == 0)
      shared_->short_calls = static_cast<std::uint32_t>(word);
    else if (shared_->racy_count < control::Shared::kRacy)
      shared_->racy[shared_->racy_count++] = word;
  }
  shared_->racy_visible = shared_->racy_count;
}

// A schedule names threads by numbers that its search has handed out.
void Session::take_paths() {
  if (request_.given.paths.size() > control::kMaxThreads) return;
  for (const std::uint64_t path : request_.given.paths) shared_->paths[shared_->paths_count++] = path;
}

void Session::replay_given() {
  take_racy();
  take_paths();
  for (const std::uint64_t word : request_.given.watched) control::watch(*shared_, word);
  std::uint64_t first = 0;
  bool followed = true;
  for (std::uint64_t i = 0; i < request_.wishes().times; ++i) {
    attempt(request_.given.decisions, true);
    followed &= result_->repeats;
    if (i == 0) first = digest();
    result_->identical += digest() == first;
    ++result_->executions;
  }
  result_->repeats = followed && result_->identical == result_->executions;
  result_->seconds = now() - start_;
  set_bound(*result_, "one schedule was run");
}

}  // namespace heddle::explore
