// SPDX-License-Identifier: Apache-2.0
#include "explore/native/session.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "runtime/control/switch.h"

namespace heddle::explore {
namespace {

using control::world;

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

template <class T>
T* map_shared() {
  void* memory =
      mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "address space can be reserved");
  return static_cast<T*>(memory);
}

void silence() {
  const int null = open("/dev/null", O_WRONLY);
  dup2(null, 1);
  dup2(null, 2);
  close(null);
}

void set_bound(Result& result, std::string_view text) {
  if (result.bound[0] != 0 || text.empty()) return;
  std::snprintf(result.bound, sizeof result.bound, "%.*s", static_cast<int>(text.size()), text.data());
}

}  // namespace

std::uint32_t preemptions_in(std::span<const Decision> decisions) {
  // A change of thread is a preemption only if the thread could have gone on; counting all changes is enough
  // to compare schedules of one program, and is what a reader of the witness has to follow.
  std::uint32_t count = 0;
  for (std::size_t i = 1; i < decisions.size(); ++i) count += decisions[i].thread != decisions[i - 1].thread;
  return count;
}

Session::Session(const Request& request) : request_(request) {
  arena_ = new (std::malloc(sizeof(Arena))) Arena();
  shared_ = map_shared<control::Shared>();
  result_ = map_shared<Result>();
  start_ = now();
  if (const char* path = std::getenv("HEDDLE_CHECK_PROGRESS")) {
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void* memory = mmap(nullptr, sizeof(SharedProgress), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) progress_ = static_cast<SharedProgress*>(memory);
    close(file);
  }
}

Session::~Session() {
  if (progress_ != nullptr) munmap(progress_, sizeof *progress_);
  munmap(shared_, sizeof *shared_);
  munmap(result_, sizeof *result_);
  arena_->~Arena();
  std::free(arena_);
}

bool Session::out_of_time() const {
  if (progress_ != nullptr && progress_->stop) return true;
  if (request_.executions != 0 && result_->executions >= request_.executions) return true;
  return request_.seconds > 0 && now() - start_ > request_.seconds;
}

void Session::keep_schedule(const Search& search) {
  const auto schedule = search.schedule();
  result_->decisions = 0;
  for (const Decision& decision : schedule)
    if (result_->decisions < Result::kDecisions) result_->schedule[result_->decisions++] = decision;
  result_->preemptions = preemptions_in({result_->schedule, result_->decisions});
}

void Session::note(const Search& search) {
  const Progress progress = search.progress();
  result_->executions = progress.executions;
  result_->redundant = progress.redundant;
  result_->done = progress.done;
  if (progress_ == nullptr) return;
  progress_->executions = progress.executions;
  progress_->done = progress.done;
}

// Judged when the function is through, if nothing else happened.
void Session::after_execution() {
  if (shared_->failure.exists || world.abandoned) return;
  if (request_.failed != nullptr && request_.failed() != 0) {
    shared_->failure.kind = control::FailureKind::assertion;
    std::snprintf(shared_->failure.message, sizeof shared_->failure.message,
                  "an expectation of the test fails");
    shared_->failure.exists = true;
  }
  if (world.settings.leaks) control::report_leaks();
}

void Session::work_in_process(Search& search) {
  world.undoing = true;
  for (std::uint64_t count = 1;; ++count) {
    control::execute(request_.function, request_.argument);
    after_execution();
    if (shared_->failure.exists) {
      keep_schedule(search);
      note(search);
      return;
    }
    if (count < 4 && control::heap_escaped()) {
      control::doubt(control::Doubt::stubborn_state);
      return;
    }
    control::undo_globals();
    if (!search.finish({{world.views, world.threads}, control::kNoThread})) {
      note(search);
      set_bound(*result_, search.bound());
      result_->complete = true;
      return;
    }
    if (count % 64 == 0) {
      note(search);
      if (out_of_time()) {
        result_->stopped = true;
        return;
      }
    }
  }
}

bool Session::run_once(Search& search) {
  control::make_pthreads();
  auto* more = reinterpret_cast<volatile bool*>(&result_->repeats);
  *more = false;
  const pid_t child = fork();
  if (child == 0) {
    if (request_.quiet) silence();
    control::execute(request_.function, request_.argument);
    after_execution();
    if (shared_->failure.exists)
      keep_schedule(search);
    else
      *more = search.finish({{world.views, world.threads}, control::kNoThread});
    note(search);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!(WIFEXITED(status) && WEXITSTATUS(status) == 0) && !shared_->failure.exists) {
    shared_->failure.kind = control::FailureKind::signal;
    std::snprintf(
        shared_->failure.message, sizeof shared_->failure.message, "the process ends: %s",
        WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exits within the control of heddle");
    shared_->failure.exists = true;
    keep_schedule(search);
  }
  return *more && !shared_->failure.exists;
}

void Session::work_isolated(Search& search) {
  result_->isolated = true;
  while (run_once(search)) {
    if (!out_of_time()) continue;
    result_->stopped = true;
    return;
  }
  if (shared_->failure.exists) return;
  set_bound(*result_, search.bound());
  result_->complete = true;
}

void Session::search() {
  while (true) {
    shared_->racy_visible = shared_->racy_count;
    shared_->racy_grew = false;
    shared_->tries_visible = shared_->tries_seen;
    Search* search = make_search(request_.search, request_.options, *arena_);
    HEDDLE_CHECK(search != nullptr, "the search was looked up before");
    const pid_t worker = fork();
    if (worker == 0) {
      if (request_.quiet && !request_.isolate) silence();
      world.settings = request_.settings;
      world.scheduler = search;
      control::prepare(shared_);
      control::install_signal_handlers();
      if (shared_->paths_count < 2) shared_->paths_count = 0;
      if (request_.isolate)
        work_isolated(*search);
      else
        work_in_process(*search);
      _exit(0);
    }
    int status = 0;
    waitpid(worker, &status, 0);
    if (!(WIFEXITED(status) && WEXITSTATUS(status) == 0) && !shared_->failure.exists) {
      shared_->failure.kind = control::FailureKind::signal;
      std::snprintf(
          shared_->failure.message, sizeof shared_->failure.message, "the process ends: %s",
          WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exits within the control of heddle");
      shared_->failure.exists = true;
      keep_schedule(*search);
    }
    auto& stubborn = shared_->doubts[static_cast<std::size_t>(control::Doubt::stubborn_state)];
    const bool diverged = std::strstr(result_->bound, "repeat itself") != nullptr;
    if (!request_.isolate && !shared_->failure.exists && (stubborn != 0 || diverged)) {
      // The test keeps state of its own: each execution gets a process of its own.
      stubborn = 0;
      result_->bound[0] = 0;
      result_->complete = false;
      request_.isolate = true;
      continue;
    }
    if (shared_->failure.exists || result_->stopped) return;
    // A variable that raced, or a lock that is tried, makes more operations visible.
    if (shared_->racy_grew || shared_->tries_visible != shared_->tries_seen) {
      result_->complete = false;
      continue;
    }
    return;
  }
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
    for (const std::uint64_t part :
         {std::uint64_t{place.thread}, std::uint64_t{place.other}, static_cast<std::uint64_t>(place.action),
          place.address, place.value, place.pcs[0]})
      hash = base::combine(hash, part);
  };
  for (const char* at = failure.message; *at != 0; ++at)
    hash = base::combine(hash, static_cast<std::uint64_t>(*at));
  for (std::uint32_t i = 0; i < failure.places_count; ++i) add(failure.places[i]);
  for (std::uint32_t i = 0; i < shared_->steps_count; ++i) add(shared_->steps[i]);
  return hash;
}

bool Session::attempt(std::span<const Decision> decisions, bool record) {
  std::memset(&shared_->failure, 0, sizeof shared_->failure);
  shared_->steps_count = 0;
  auto* replay = arena_->make<Replay>(*arena_, decisions);
  const pid_t worker = fork();
  if (worker == 0) {
    if (request_.quiet) silence();
    world.settings = request_.settings;
    world.scheduler = replay;
    world.recording = record;
    control::prepare(shared_);
    control::install_signal_handlers();
    control::execute(request_.function, request_.argument);
    after_execution();
    keep_schedule(*replay);
    result_->repeats = replay->followed();
    _exit(0);
  }
  int status = 0;
  waitpid(worker, &status, 0);
  if (!(WIFEXITED(status) && WEXITSTATUS(status) == 0) && !shared_->failure.exists) {
    shared_->failure.kind = control::FailureKind::signal;
    std::snprintf(
        shared_->failure.message, sizeof shared_->failure.message, "the process ends: %s",
        WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exits within the control of heddle");
    shared_->failure.exists = true;
    keep_schedule(*replay);
  }
  return shared_->failure.exists;
}

// Fewer changes of thread: a later stretch of a thread is moved up to its earlier one, or the schedule is cut
// and the threads go on undisturbed. Whatever still fails in the same way with fewer changes is kept.
void Session::shorten() {
  const Signature wanted = signature();
  const control::Failure original = shared_->failure;
  auto* best = static_cast<Decision*>(std::malloc(sizeof(Decision) * (Result::kDecisions + 1)));
  auto* candidate = static_cast<Decision*>(std::malloc(sizeof(Decision) * (Result::kDecisions + 1)));
  std::uint32_t size = result_->decisions;
  std::memcpy(best, result_->schedule, sizeof(Decision) * size);
  std::uint32_t changes = preemptions_in({best, size});
  unsigned attempts = 0;
  const double start = now();
  const auto is_better = [&](std::uint32_t length) {
    if (++attempts > 2000 || now() - start > 5) return false;
    if (!attempt({candidate, length}, false) || signature() != wanted) return false;
    const std::uint32_t found = preemptions_in({result_->schedule, result_->decisions});
    if (found > changes || (found == changes && result_->decisions >= size)) return false;
    size = result_->decisions;
    changes = found;
    std::memcpy(best, result_->schedule, sizeof(Decision) * size);
    return true;
  };
  for (bool again = true; again && attempts <= 2000 && now() - start <= 5;) {
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
  attempt({best, size}, true);
  result_->repeats = signature() == wanted;
  if (!result_->repeats) shared_->failure = original;
  result_->decisions = size;
  std::memcpy(result_->schedule, best, sizeof(Decision) * size);
  result_->preemptions = changes;
  std::free(best);
  std::free(candidate);
}

void Session::replay_given() {
  auto* decisions = static_cast<Decision*>(std::malloc(sizeof(Decision) * Result::kDecisions));
  std::uint32_t count = 0;
  for (const char* at = request_.replay; *at != 0 && count < Result::kDecisions;) {
    char* end = nullptr;
    Decision decision;
    decision.thread = static_cast<Thread>(std::strtoul(at, &end, 10));
    if (end == at) break;
    if (*end == ':') decision.outcome = static_cast<std::uint32_t>(std::strtoul(end + 1, &end, 10));
    decisions[count++] = decision;
    at = end;
    while (*at == ' ') ++at;
  }
  std::uint64_t first = 0;
  bool followed = true;
  for (unsigned i = 0; i < request_.times; ++i) {
    attempt({decisions, count}, true);
    followed &= result_->repeats;
    if (i == 0) first = digest();
    result_->identical += digest() == first;
    ++result_->executions;
  }
  result_->repeats = followed && result_->identical == result_->executions;
  result_->seconds = now() - start_;
  set_bound(*result_, "one schedule was run");
  std::free(decisions);
}

void Session::run() {
  if (request_.replay != nullptr) {
    replay_given();
    return;
  }
  search();
  result_->seconds = now() - start_;
  if (shared_->failure.exists) shorten();
}

}  // namespace heddle::explore
