// SPDX-License-Identifier: Apache-2.0
// What a worker process does: it takes parts of the search and runs their executions, all in this process or
// each in one of its own.
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "explore/native/session.h"
#include "runtime/control/calls.h"
#include "runtime/control/core.h"
#include "runtime/control/debugging.h"
#include "runtime/control/halted.h"
#include "runtime/control/heap.h"
#include "runtime/control/put_back.h"
#include "runtime/control/robustness.h"
#include "runtime/control/turns.h"
#include "runtime/control/waypoints.h"

namespace heddle::explore {

using control::world;

namespace {

void silence() {
  const int null = open("/dev/null", O_WRONLY);
  dup2(null, 1);
  dup2(null, 2);
  close(null);
}

// A file is read from its start by every execution; anything else would go to the first that reads.
bool has_input_file() {
  struct stat status;
  return fstat(0, &status) == 0 && S_ISREG(status.st_mode);
}
void settle_input() {
  if (has_input_file()) return;
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, 0);
  close(null);
}

}  // namespace

bool Session::start_worker(std::size_t index, void (Session::*body)(Pool::Worker&)) {
  Pool::Worker& worker = pool_->workers[index];
  worker.leaves = false;
  control::find_calls();
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) return false;
  if (process == 0) {
    if (!request_.wishes().debugger) {
      setpgid(0, 0);
      base::end_with(parent);
      settle_input();
    }
    heddle_debug_wanted = request_.wishes().debugger;
    if (!request_.wishes().show_output) silence();
    worker.process = worker.runs = getpid();
    world.settings = request_.settings;
    world.beats = &worker.beats;
    control::prepare(shared_);
    control::install_signal_handlers();
    control::answer_questions();
    (this->*body)(worker);
    worker.leaves = true;
    pool_->ring();
    _exit(0);
  }
  if (!request_.wishes().debugger) setpgid(process, process);
  worker.process = process;
  return true;
}

void Session::work(Pool::Worker& worker) {
  if (!request_.isolate) {
    const char* reason =
        control::keep_for_putting_back(result_->changed, request_.command_line, request_.command_line_end);
    if (reason != nullptr) {
      control::doubt(control::Doubt::stubborn_state, reason);
      pool_->stop();
      return;
    }
  }
  reads_input_ = has_input_file();
  run_tasks(worker);
  control::take_back_all();
  if (!request_.isolate && !control::put_back_all()) result_->leaked = true;
}

void Session::run_tasks(Pool::Worker& worker) {
  const std::uint64_t between = request_.isolate ? 1 : 64;  // looks around
  std::uint64_t count = 0;
  while (Pool::Task* task = pool_->take(worker)) {
    control::forget_waypoints();
    world.scheduler = task->search;
    world.memory = task->search->memory();
    for (bool more = true; more;) {
      const bool goes_on =
          request_.isolate ? run_isolated(worker, *task->search) : run_in_process(worker, *task->search);
      if (!goes_on) {
        task->progress = task->search->progress();
        pool_->stop();
        return;
      }
      more = worker.more;
      ++count;
      if (spreads_ && more && has_spread()) {
        task->progress = task->search->progress();
        pool_->stop();
        return;
      }
      if (shared_->waits_count != shared_->waits_visible && more) [[unlikely]] {
        task->progress = task->search->progress();
        if (found_waits()) {
          pool_->stop();
          return;
        }
      }
      const bool enough =
          request_.options.executions != 0 && pool_->counted_up_to(request_.options.executions);
      if (count % between != 0 && !enough) continue;
      task->progress = task->search->progress();
      note_progress();
      if (more && pool_->is_over()) return;  // without more to do it is settled first: it must not run again
      if (more && (enough || out_of_time())) {
        result_->stopped = true;
        pool_->stop();
        return;
      }
      if (!more || request_.jobs == 1 || spreads_) continue;
      if (pool_->somebody_is_idle()) pool_->hand_over(*task);
      if (!pool_->wants_help && count * (request_.isolate ? 64 : 1) >= request_.share_after) {
        pool_->wants_help = true;
        pool_->ring();
      }
    }
    pool_->settle(*task, worker);
  }
}

// Judged when the function is through, if nothing else happened.
void Session::after_execution() {
  if (request_.wishes().show_output) std::fflush(nullptr);
  if (shared_->failure.exists || world.abandoned) return;
  if (request_.failed != nullptr && request_.failed() != 0 && control::claim_failure(*shared_)) {
    shared_->failure.kind = control::FailureKind::assertion;
    std::snprintf(shared_->failure.message, sizeof shared_->failure.message,
                  "an expectation of the test fails");
    shared_->failure.exists = true;
    control::show_failure("assertion", shared_->failure.message);
  }
  if (world.settings.leaks) control::report_leaks();
}

// From the midst of one execution to another (control/waypoints.h): where nothing outside of the process is put back for each,
// and nothing but the search knows what happened.
bool Session::can_go_back() const {
  return world.settings.backend == control::Backend::fiber && !world.recording &&
         !control::is_watched_closely() && !world.settings.notes_orders && !reads_input_ &&
         request_.failed == nullptr && !request_.wishes().show_output && !request_.wishes().debugger &&
         control::calls_are_seen && control::are_pieces_few() && control::do_waypoints_pay();
}

// False: there is nothing more to do, for anybody.
bool Session::run_in_process(Pool::Worker& worker, Search& search) {
  world.undoing = true;
  world.goes_back = can_go_back();
  if (reads_input_) lseek(0, 0, SEEK_SET);
  control::execute(request_.function, request_.argument);
  after_execution();
  if (control::failed(*shared_)) {
    if (control::failed_here(*shared_)) keep_schedule(search);
    return false;
  }
  if (const char* call = control::lasting_call()) {
    char text[128];
    std::snprintf(text, sizeof text, "it calls %s", call);
    control::doubt(control::Doubt::stubborn_state, text);
  }
  if (is_stubborn() || wants_other_model()) return false;
  worker.more = search.finish({{world.views, world.threads}, control::kNoThread});
  if (control::may_go_back() && !control::is_look_due()) {
    control::put_back_later();
    return true;
  }
  control::take_back_all();
  result_->leaked |= !control::put_back();
  return !result_->leaked;
}

bool Session::run_isolated(Pool::Worker& worker, Search& search) {
  control::make_pthreads();
  worker.more = worker.judged = false;
  const pid_t child = base::fork_child();
  if (child == 0) {
    if (reads_input_) lseek(0, 0, SEEK_SET);
    control::execute(request_.function, request_.argument);
    after_execution();
    if (!control::failed(*shared_))
      worker.more = search.finish({{world.views, world.threads}, control::kNoThread});
    else if (control::failed_here(*shared_))
      keep_schedule(search);
    worker.judged = true;
    _exit(0);
  }
  worker.runs = child;
  int status = 0;
  waitpid(child, &status, 0);
  worker.runs = getpid();
  if (!worker.judged || !WIFEXITED(status) || WEXITSTATUS(status) != 0) worker_died(&search, status);
  return !control::failed(*shared_) && !wants_other_model();
}

}  // namespace heddle::explore
