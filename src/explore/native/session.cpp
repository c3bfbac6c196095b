// SPDX-License-Identifier: Apache-2.0
#include "explore/native/session.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/control/bounds.h"
#include "runtime/control/frameworks.h"
#include "runtime/control/halted.h"
#include "runtime/control/hooks.h"
#include "runtime/control/loops.h"
#include "runtime/control/robustness.h"
#include "runtime/shared/raw.h"

namespace heddle::explore {
namespace {

template <class T>
T* map_shared() {
  void* memory =
      mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "address space can be reserved");
  return static_cast<T*>(memory);
}

}  // namespace

void set_bound(Result& result, std::string_view text) {
  if (result.bound[0] != 0 || text.empty()) return;
  std::snprintf(result.bound, sizeof result.bound, "%.*s", static_cast<int>(text.size()), text.data());
}

namespace {
void set_reason(Result& result, const char* text) {
  std::snprintf(result.isolated_because, sizeof result.isolated_because, "%s", text);
}
}  // namespace

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Request request_of(const Given& given) {
  const schedule::Wishes& wishes = given.wishes;
  Request request;
  request.given = given;
  const auto small = [](std::uint64_t number) {
    return number < kAnyNumber ? static_cast<std::uint32_t>(number) : kAnyNumber;
  };
  request.options.preemptions = small(wishes.preemptions);
  request.options.executions = wishes.executions;
  request.options.seed = wishes.seed;
  request.options.depth = small(wishes.depth);
  request.settings.backend = wishes.backend == "futex" ? control::Backend::futex : control::Backend::fiber;
  request.settings.spurious = small(wishes.spurious);
  request.settings.timeouts = small(wishes.timeouts);
  request.settings.late = small(wishes.late);
  request.settings.steps = wishes.limit_steps;
  request.settings.leaks = wishes.leaks;
  request.settings.keep_going = wishes.keep_going || wishes.no_races;
  request.settings.races_meant = wishes.no_races;
  request.settings.reads_race = wishes.discipline == "exclusive";
  request.settings.writes_race_first = wishes.discipline == "writes-first";
  request.settings.notes_orders = wishes.advise && !given.replays;
  request.settings.kept = given.kept.data();
  request.settings.kept_count = given.kept.size();
  for (const schedule::KeptRace& race : given.kept)
    request.settings.kept_frames =
        std::max<std::size_t>({request.settings.kept_frames, race.first.frames, race.second.frames});
  request.isolate = wishes.isolate;
  cpu_set_t cores;
  request.jobs =
      sched_getaffinity(0, sizeof cores, &cores) == 0 ? static_cast<unsigned>(CPU_COUNT(&cores)) : 1;
  if (wishes.jobs != 0) {
    request.jobs = small(wishes.jobs);
    request.share_after = 1;
  }
  return request;
}

Session::Session(const Request& request)
    : request_(request),
      may_deepen_(request.settings.spurious == control::Settings{}.spurious &&
                  request.settings.timeouts == control::Settings{}.timeouts &&
                  request.settings.late == control::Settings{}.late) {
  arena_ = new (std::malloc(sizeof(Arena))) Arena();
  shared_ = map_shared<control::Shared>();
  shared_->process = getpid();
  result_ = map_shared<Result>();
  pool_ = map_shared<Pool>();
  progress_ = request.given.progress;
  shard_ = schedule::shard_in(request_.wishes().shard.view());
  if (request_.is_whole) shard_ = {1, 1};
  choose_model();
  if (strategy_->estimates) request_.jobs = 1;  // one mean, of all probes
  constexpr std::uint64_t kSamples = 10000;
  if (strategy_->samples && request_.options.executions == 0) request_.options.executions = kSamples;
  control::start_clocks(*shared_);
  control::learn_frameworks();
  start_ = now();
  if (has_others()) {
    round_.number = progress_->exchange.said + 1;
    schedule::Exchange::tell(progress_->exchange.is_old, is_before_checkpoint());
  }
}

Pool* Session::map_pool() { return map_shared<Pool>(); }
control::Shared* Session::map_other() { return map_shared<control::Shared>(); }

Session::~Session() {
  if (sampling_pool_ != nullptr) {
    munmap(sampling_pool_, sizeof *sampling_pool_);
    sampling_arena_->~Arena();
    std::free(sampling_arena_);
  }
  munmap(shared_, sizeof *shared_);
  if (other_ != nullptr) munmap(other_, sizeof *other_);
  munmap(result_, sizeof *result_);
  munmap(pool_, sizeof *pool_);
  for (Arena* arena : more_arenas_) {
    if (arena == nullptr) continue;
    arena->~Arena();
    std::free(arena);
  }
  delete_advice(advice_);
  arena_->~Arena();
  std::free(arena_);
}

// The search, or its shares, as tasks.
void Session::set_up_pool() {
  new (pool_) Pool();
  arena_->clear();
  const std::uint64_t worth = request_.isolate ? request_.share_after / 64 : request_.share_after;
  Options options = request_.options;
  options.shares = strategy_->samples && options.executions >= worth ? request_.jobs : 1;
  const std::uint32_t parts = options.shares;
  for (std::size_t i = 1; i < Pool::kTasks && request_.jobs > 1; ++i) {
    if (more_arenas_[i] == nullptr)
      more_arenas_[i] = new (std::malloc(sizeof(Arena))) Arena(std::size_t{1} << 34);
    more_arenas_[i]->clear();
    pool_->prepare(more_arenas_[i], i);
  }
  pool_->prepare(arena_, 0);
  const bool is_shard = strategy_->samples && shard_.count > 0;
  if (is_shard) options.shares *= shard_.count;
  for (std::uint32_t part = 0; part < parts; ++part) {
    Arena& arena = part == 0 ? *arena_ : *more_arenas_[part];
    options.share = is_shard ? part * shard_.count + shard_.number - 1 : part;
    if (options.share < options.executions || !is_shard) pool_->add(part, strategy_->make(options, arena));
  }
}

bool Session::out_of_time() const {
  if (progress_ != nullptr && progress_->stop) return true;
  if (beside_until_ > 0 && now() > beside_until_) return true;
  if (is_concluded() && strategy_->samples) return true;
  return seconds_left() < 0;
}

double Session::seconds_left() const {
  return request_.end > 0 ? request_.end - now() : std::numeric_limits<double>::infinity();
}

void Session::keep_schedule(const Search& search) {
  const auto schedule = search.schedule();
  result_->decisions = 0;
  for (const Decision& decision : schedule)
    if (result_->decisions < Result::kDecisions) result_->schedule[result_->decisions++] = decision;
  result_->preemptions = preemptions_in({result_->schedule, result_->decisions});
}

void Session::note_progress() {
  const Progress total = pool_->total();
  result_->executions = total.executions;
  result_->redundant = total.redundant;
  // What waits, or is explored of a tree, says nothing of what follows: only samples are counted from the start.
  result_->done = strategy_->samples ? total.done : -1;
  std::uint64_t bytes = arena_->used();
  for (const Arena* arena : more_arenas_) bytes += arena != nullptr ? arena->used() : 0;
  if (bytes > result_->search_bytes) result_->search_bytes = bytes;
  if (result_->estimate > 0) {
    const double part = static_cast<double>(total.executions) / result_->estimate;
    result_->done = part < 0.99 ? part : 0.99;
  }
  if (progress_ == nullptr || beside_until_ > 0) return;
  progress_->executions = total.executions;
  progress_->done = result_->done;
}

// ---- the process that asked: starts workers and watches them ----

// The worker ended without a word.
void Session::worker_died(const Search* search, int status) {
  if (!control::claim_failure(*shared_)) return;
  control::Failure& failure = shared_->failure;
  failure.kind = control::FailureKind::signal;
  std::snprintf(failure.message, sizeof failure.message, "the process ends: %s",
                WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exits within the control of heddle");
  failure.exists = true;
  if (search != nullptr) keep_schedule(*search);
}

// Before it is killed, one that is in the midst of an execution says where its threads are.
void Session::ask_where() {
  shared_->halted_count = 0;
  shared_->halted_told = false;
  for (const Pool::Worker& worker : pool_->workers) {
    if (worker.process == 0 || worker.leaves || worker.runs <= 0) continue;
    if (kill(worker.runs, control::question()) != 0) continue;
    constexpr int kPatience = 100;
    for (int i = 0; i < kPatience && !__atomic_load_n(&shared_->halted_told, __ATOMIC_ACQUIRE); ++i)
      usleep(2000);
    if (shared_->halted_told) return;
  }
}

void Session::kill_workers() {
  was_killed_ = true;
  for (Pool::Worker& worker : pool_->workers) {
    if (worker.process == 0) continue;
    kill(-worker.process, SIGKILL);
    kill(worker.process, SIGKILL);
    waitpid(worker.process, nullptr, 0);
    worker.process = 0;
  }
}

// A worker that has not come to a visible operation for so long does not come back: it computes, or waits for
// something outside, in code that is not heddle's to interrupt.
void Session::note_stuck(const Pool::Worker& worker) {
  char path[64];
  char text[256] = "";
  std::snprintf(path, sizeof path, "/proc/%d/syscall", worker.runs);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file >= 0) {
    const ssize_t size = read(file, text, sizeof text - 1);
    text[size > 0 ? size : 0] = 0;
    close(file);
  }
  char what[96] = "";
  char* end = nullptr;
  const long call = std::strtol(text, &end, 10);
  if (end != text) std::snprintf(what, sizeof what, "in %s", control::system_call_name(call));
  control::doubt(*shared_, control::Doubt::no_return, what);
}

void Session::supervise(const Search* only) {
  std::uint64_t beats[Pool::kWorkers] = {};
  double since[Pool::kWorkers];
  for (double& each : since) each = now();
  unsigned started = 1;
  double late_since = 0;
  while (true) {
    const std::uint32_t bell = __atomic_load_n(&pool_->doorbell(), __ATOMIC_ACQUIRE);
    unsigned alive = 0;
    for (std::size_t i = 0; i < Pool::kWorkers; ++i) {
      Pool::Worker& worker = pool_->workers[i];
      if (worker.process == 0) continue;
      int status = 0;
      const pid_t ended = waitpid(worker.process, &status, worker.leaves ? 0 : WNOHANG);
      if (ended == worker.process || (ended < 0 && errno == ECHILD)) {
        worker.process = 0;
        if (!worker.leaves) {
          worker_died(only != nullptr          ? only
                      : worker.task != nullptr ? worker.task->search
                                               : nullptr,
                      status);
          kill_workers();
          return;
        }
        continue;
      }
      ++alive;
      const bool rests = only == nullptr && worker.task == nullptr;
      if (rests || worker.beats != beats[i]) {
        beats[i] = worker.beats;
        since[i] = now();
      } else if (!request_.wishes().debugger && now() - since[i] > request_.wishes().limit_silence) {
        note_stuck(worker);
        result_->stopped = true;
        ask_where();
        kill_workers();
        return;
      }
    }
    if (alive == 0) return;
    if (pause_at_ > 0 && beside_until_ == 0 && only == nullptr && !paused_ && now() > pause_at_) {
      paused_ = true;
      pool_->stop();
    }
    if (only == nullptr && !is_called_ && is_called()) {
      is_called_ = true;
      pool_->stop();
    }
    if (out_of_time() && only == nullptr) {  // whoever does not notice is stopped
      if (late_since == 0) late_since = now();
      if (now() - late_since > 0.3) {
        result_->stopped = true;
        ask_where();
        kill_workers();
        return;
      }
    }
    if (pool_->wants_help && !pool_->is_over() && !shared_->files_changed)
      for (; started < request_.jobs && started < Pool::kWorkers; ++started, ran_beside_ = true)
        if (!start_worker(started, &Session::work)) request_.jobs = started;
    runtime::raw_wait(&pool_->doorbell(), bell, has_others() ? 1'000'000 : 50'000'000);
  }
}

// In-process, what one execution leaves another may find.
bool Session::must_run_again() {
  constexpr unsigned kPatience = 8;
  if (request_.isolate) return false;
  const char* because = nullptr;
  if (is_stubborn())
    because = shared_->doubt_texts[static_cast<std::size_t>(control::Doubt::stubborn_state)];
  else if (pool_->diverged())
    because = "it did not repeat itself under the same schedule";
  else if (result_->leaked && (result_->changed.overflows || runs_again_ >= kPatience))
    because = "it changes too many pages where no instrumentation sees it";
  else if (shared_->failure.exists && !repeats())
    because = "a failure did not repeat in a new process";
  else if (!result_->leaked || shared_->failure.exists)
    return false;
  ++runs_again_;
  // Where a failure came from what an earlier one had left, it is known by now what is to be put back.
  if (because == nullptr || (result_->leaked && !is_stubborn() && runs_again_ < kPatience)) return true;
  request_.isolate = true;
  set_reason(*result_, because[0] != 0 ? because : "it keeps state that heddle does not put back");
  return true;
}

// With few preemptions first, if that was asked for: then the failure that is found has as few as can be.
void Session::search() {
  if (!request_.wishes().fewest_preemptions || request_.options.preemptions != kAnyNumber) {
    exhaust();
    return;
  }
  model_ = Model::asked_for;  // what was asked for speaks of schedules
  request_.settings.watches_robustness = false;
  request_.given.wishes.memory_model.set("sc");
  for (std::uint32_t bound = 0; bound < kAnyNumber; ++bound) {
    request_.options.preemptions = bound;
    strategy_ = strategy_for(request_.wishes().strategy.view(), request_.options);
    result_->bound[0] = 0;
    exhaust();
    if (shared_->failure.exists || result_->stopped || result_->bound[0] == 0) return;
  }
}

namespace {
constexpr double kUndisturbed = 0.5;  // seconds
}  // namespace

// From its start, with all that was learnt so far.
void Session::begin_search() {
  shared_->racy_visible = shared_->racy_count;
  shared_->racy_grew = false;
  shared_->steps_total = 0;  // as executions: those of a search that was given up do not count
  shared_->tries_visible = shared_->tries_seen;
  control::make_waits_visible(*shared_);
  control::forget_sites(*shared_);
  control::watch_from_now_on(*shared_);
  result_->complete = false;
  set_up_pool();
  begin_sharing();
  begin_round();
  result_->isolated = request_.isolate;
  if (!request_.wishes().resume.empty() && !resumed_ && strategy_->is_of_graphs() &&
      request_.check == check_to_resume())
    resume_search();
  resumed_ = true;
  pause_at_ = may_sample()                       ? now() + kUndisturbed
              : keeps_checkpoints() && !spreads_ ? now() + request_.wishes().checkpoint_seconds
                                                 : 0;
}

// What was learnt, or left behind, in this search makes it worth nothing.
bool Session::must_begin_again() {
  if (round_.is_over && !pool_->is_complete()) return false;         // others know better
  const bool counts = !strategy_->samples || !pool_->is_complete();  // its executions, or is under way
  if (!shared_->failure.exists && counts && found_waits()) return true;
  if (must_run_again()) return true;
  const bool was_alone = request_.jobs == 1 && (is_alone_ || !has_others());
  if (!shared_->files_changed || was_alone) return false;
  request_.jobs = 1;
  is_alone_ = true;
  return (ran_beside_ || round_.gave || round_.took) && !out_of_time();  // and may have met in a file
}

// The search that follows is instead of the one before.
void Session::forget_end() {
  control::forget_failure(*shared_);
  for (const control::Doubt doubt : {control::Doubt::stubborn_state, control::Doubt::lasting_file})
    shared_->doubts[static_cast<std::size_t>(doubt)] = 0;
  forget_bound();
  result_->stopped = result_->leaked = false;
}

void Session::exhaust() {
  if (request_.isolate) set_reason(*result_, "it was asked for (--isolate)");
  while (true) {
    begin_search();
    do {
      paused_ = false;
      if (!follows_ && start_worker(0, &Session::work)) supervise(nullptr);
      follows_ = false;
    } while (goes_on_after_pause() || goes_on_with_share() || goes_on_with_others());
    end_checkpoints();
    note_progress();
    set_bound(*result_, pool_->bound());
    result_->complete = pool_->is_complete() && !shared_->failure.exists;
    const bool is_all = !is_fixed_ && !has_others();
    if (is_all && result_->complete && result_->executions == 0 && result_->redundant > 0)
      set_bound(*result_, "no execution came to an end that counts");  // so one is missing
    result_->executions += shared_->failure.exists;                    // the one that failed
    const bool again = must_begin_again();
    const Agreed agreed = shares_graphs() ? agree(again) : again ? Agreed::again : Agreed::goes_on;
    if (agreed == Agreed::over) return;
    if (agreed == Agreed::again) {
      forget_end();
      continue;
    }
    if (strategy_->estimates && request_.jobs == 1) note_estimate();
    if (shared_->failure.exists || result_->stopped) return;
    if (changes_model()) continue;
    if (is_fixed_ && (shared_->racy_grew || shared_->tries_visible != shared_->tries_seen)) {
      set_bound(*result_,
                "the executions before the shares were made did not show all that is to be told apart");
      return;
    }
    // A variable that raced, or a lock that is tried, makes more operations visible.
    if (shared_->racy_grew || shared_->tries_visible != shared_->tries_seen || deepen()) {
      forget_bound();
      continue;
    }
    doubt_races();
    return;
  }
}

// The search that follows is instead of the one before, but for what C++'s model left open.
void Session::forget_bound() {
  if (model_ != Model::sequential_again) result_->bound[0] = 0;
}

void Session::run() {
  if (!request_.given.planned.empty()) {
    follow_given();
    return;
  }
  if (request_.given.replays) {
    replay_given();
    return;
  }
  search();
  request_.settings.leaves_model = false;
  if (has_others() && strategy_->samples) agree(false);
  result_->seconds = now() - start_;
  if (shared_->failure.exists) {
    request_.given.wishes.memory_model.set(request_.options.model);  // what a replay needs
    shorten();
  }
  if (request_.wishes().advise) advice_ = new_advice(*this);
}

}  // namespace heddle::explore
