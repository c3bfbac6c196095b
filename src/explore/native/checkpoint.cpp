// SPDX-License-Identifier: Apache-2.0
// What is left of a search, in a file (--checkpoint), so that another process goes on with it (--resume). The workers
// have come to the end of an execution each, and wait.
//
// The file appears whole or not at all. From the moment it is written the search is the same as one that was never
// interrupted: the executions after it are the same ones, and so is their number. The checkpoint of a job of several
// ranks has a part of each of them, and goes on with as many as there are.
//
// A program may make several checks, one after the other. The checkpoint is of one of them: those before it are done once
// more, from their start, and what comes after it begins then. Nothing is kept meanwhile, as it would be less.
#include <cstdio>
#include <cstring>

#include <unistd.h>

#include "explore/graph_search.h"
#include "explore/native/part.h"
#include "explore/native/session.h"
#include "runtime/shared/raw.h"

namespace heddle::explore {
namespace {

constexpr const char* kDamaged = "it is no checkpoint, or was damaged";

[[noreturn]] void refuse(const char* path, const char* why) {
  runtime::say("cannot go on from ", path, ": ", why);
  _exit(2);
}

constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
std::uint64_t check_of_checkpoint = kUnknown;  // that this process resumes
bool is_kept_for_good = false;                 // a limit was reached: what comes later has not begun

}  // namespace

// Which check the file is of, that --resume names.
std::uint64_t Session::check_to_resume() const {
  if (check_of_checkpoint != kUnknown) return check_of_checkpoint;
  const char* path = request_.wishes().resume.c_str();
  PartReader reader(path);
  if (const char* why = reader.refusal(request_.wishes(), true)) refuse(path, why);
  Standing standing;
  if (!reader.next() || !reader.peek(standing)) refuse(path, kDamaged);
  return check_of_checkpoint = standing.check;
}

bool Session::is_before_checkpoint() const {
  return !request_.wishes().resume.empty() && request_.check < check_to_resume();
}

bool Session::keeps_checkpoints() const {
  return !request_.wishes().checkpoint.empty() && strategy_->is_of_graphs() && !request_.given.replays &&
         !is_kept_for_good && !is_before_checkpoint();
}

Standing Session::standing() const {
  Standing standing;
  standing.spurious = request_.settings.spurious;
  standing.timeouts = request_.settings.timeouts;
  standing.late = request_.settings.late;
  standing.isolate = request_.isolate;
  standing.is_fixed = is_fixed_;
  standing.is_alone = is_alone_;
  standing.runs_again = runs_again_;
  standing.check = request_.check;
  standing.outline = result_->outline;
  standing.done = pool_->total();
  std::memcpy(standing.isolated_because, result_->isolated_because, sizeof standing.isolated_because);
  std::memcpy(standing.bound, result_->bound, sizeof standing.bound);
  return standing;
}

// All that is left, between executions, when all workers have come back.
void Session::write_rest(PartWriter& writer) {
  Standing now = standing();
  const auto each_search = [&](auto&& each) {
    for (std::size_t task = 0; task < Pool::kTasks; ++task)
      if (pool_->is_left(task)) each(static_cast<const GraphSearch&>(*pool_->search_of(task)));
  };
  each_search([&](const GraphSearch& search) { now.graphs += search.waiting().size(); });
  writer.begin(request_.wishes());
  writer.write(now, result_->changed, *shared_);
  each_search([&](const GraphSearch& search) {
    for (ExecutionGraph* graph : search.waiting()) writer.write(*graph);
  });
  writer.end();
}

void Session::write_checkpoint() {
  char part[schedule::Word::kLength + 16];
  const char* path = request_.wishes().checkpoint.c_str();
  std::snprintf(part, sizeof part, "%s.part", path);
  char command[sizeof request_.given.directory + sizeof schedule::kCommandFile + 1];
  std::snprintf(command, sizeof command, "%s/%s", request_.given.directory, schedule::kCommandFile);
  PartWriter writer(part);
  writer.write_command(command);
  write_rest(writer);
  writer.end_checkpoint();
  if (writer.close(true) && std::rename(part, path) == 0) return;
  runtime::say("warning: cannot write ", path, ": ", std::strerror(errno));
  unlink(part);
}

// After the last execution: what a limit left is for another time. If nothing is left, whoever started this process removes
// the file when the program has made its last check.
void Session::end_checkpoints() {
  if (!keeps_checkpoints() || was_killed_ || spreads_ || control::failed(*shared_)) return;
  if (!result_->stopped) return;
  write_checkpoint();
  is_kept_for_good = true;
}

// In place of a search that begins: the first one of that check only, as one that begins again knows more.
void Session::resume_search() {
  const char* path = request_.wishes().resume.c_str();
  PartReader reader(path);
  if (const char* why = reader.refusal(request_.wishes(), true)) refuse(path, why);
  spreads_ = false;
  graph_search().go_breadth_first(false);
  graph_search().forget_waiting();
  Progress done;
  bool is_first = true;
  const auto begin_anew = [&] {
    shared_->steps_total = 0;
    set_up_pool();
    begin_round();
  };
  while (reader.next()) {
    Standing standing;
    const Taken taken = take_part(reader, standing, is_first);
    if (taken == Taken::damaged) refuse(path, kDamaged);
    if (taken ==
        Taken::differs) {  // ranks that had met threads in another order: from its start, with all of them
      begin_anew();
      return;
    }
    if (is_first) result_->outline = standing.outline;
    if (is_first) is_fixed_ = standing.is_fixed;
    done.executions += standing.done.executions;
    done.redundant += standing.done.redundant;
    is_first = false;
  }
  if (graph_search().waiting().empty()) {  // it was through: once more, as nobody was told
    begin_anew();
    return;
  }
  graph_search().set_progress(done);
  pool_->note(0, done);
}

}  // namespace heddle::explore
