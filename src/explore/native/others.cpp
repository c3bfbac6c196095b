// SPDX-License-Identifier: Apache-2.0
// A search that several ranks do together (cluster/sharing.h), as the process under control sees it.
//
// Rank 0 begins; the others begin with nothing, and wait for a part. Whoever is asked for a part stops its workers
// between two executions, and gives every second of the graphs that wait: they lead to no execution in common
// with those that stay (graph_search.h), so whatever is handed to whom, each execution is run once. (The oldest lead to the
// most executions: who gave those away would soon have nothing left, and ask for them back.) What passes between
// this process and the rest of the job is in schedule/wire.h.
//
// A round ends when nothing is left anywhere, or when one process has failed, was stopped or has to begin again. Each of
// them then says what it has learnt about the program, and learns what all have said. So all come to the same next round:
// rank 0 begins it, with more visible or larger bounds, exactly where one process alone would begin again.
//
// Rank 0 gives nothing in the first executions: what is learnt there makes it begin again at once, and alone.
#include <cstdio>
#include <cstring>

#include <unistd.h>

#include "explore/graph_search.h"
#include "explore/native/part.h"
#include "explore/native/session.h"
#include "runtime/shared/raw.h"

namespace heddle::explore {
namespace {

using schedule::Exchange;
constexpr useconds_t kGlance = 500;  // microseconds
constexpr std::size_t kPath = sizeof(Given::directory) + 32;

void name_part(char (&path)[kPath], const Given& given, const char* what, std::uint32_t number) {
  std::snprintf(path, sizeof path, "%s/%s.%u", given.directory, what, number);
}

}  // namespace

bool Session::has_others() const {
  return progress_ != nullptr && progress_->exchange.is_used && !request_.given.replays &&
         request_.given.planned.empty();
}
bool Session::shares_graphs() const { return has_others() && strategy_->is_of_graphs(); }

bool Session::is_concluded() const {
  return has_others() && Exchange::look(progress_->exchange.concluded) >= round_.number;
}

// Of a search that begins.
void Session::begin_round() {
  if (!shares_graphs()) return;
  Exchange& exchange = progress_->exchange;
  round_.gave = round_.took = round_.is_over = false;
  follows_ = exchange.rank != 0;
  if (follows_) pool_->forget();
  Exchange::tell(exchange.rests, false);
  Exchange::tell(exchange.began, round_.number);
}

std::size_t Session::graphs_to_spare() const {
  std::size_t count = 0;
  for (std::size_t task = 0; task < Pool::kTasks; ++task)
    if (pool_->is_left(task))
      count += static_cast<const GraphSearch&>(*pool_->search_of(task)).waiting().size() / 2;
  return count;
}

GraphSearch& Session::search_left() const {
  std::size_t task = 0;
  while (task + 1 < Pool::kTasks && !pool_->is_left(task)) ++task;
  HEDDLE_CHECK(pool_->is_left(task), "a part goes to a search that goes on");
  return const_cast<GraphSearch&>(static_cast<const GraphSearch&>(*pool_->search_of(task)));
}

bool Session::can_spare() const {
  const std::uint64_t done = pool_->total().executions + pool_->total().redundant;
  const std::uint64_t first = request_.wishes().share_after / (request_.isolate ? 64 : 1);
  return (round_.gave || round_.took || done >= first) && !is_alone_ && !shared_->files_changed &&
         graphs_to_spare() > 0;
}

// While workers run: is there something for which they have to stop?
bool Session::is_called() {
  if (!shares_graphs() || beside_until_ > 0) return false;
  Exchange& exchange = progress_->exchange;
  if (Exchange::look(exchange.wanted) != exchange.given) {
    if (can_spare()) return true;
    give_part();
  }
  return is_concluded() || Exchange::look(exchange.brought) != exchange.taken ||
         Exchange::look(exchange.saves) != exchange.saved;
}

// Half of what waits, every second graph of each task; nothing if there is not enough, or workers run.
void Session::give_part() {
  Exchange& exchange = progress_->exchange;
  const std::uint32_t number = exchange.given + 1;
  char path[kPath];
  name_part(path, request_.given, "given", number);
  PartWriter writer(path);
  if (is_called_ && can_spare()) {
    Standing now = standing();
    now.done = {};
    const auto each_search = [&](auto&& each) {
      for (std::size_t task = 0; task < Pool::kTasks; ++task)
        if (pool_->is_left(task))
          each(static_cast<GraphSearch&>(*const_cast<Search*>(pool_->search_of(task))));
    };
    now.graphs = graphs_to_spare();
    const std::uint64_t steps = shared_->steps_total;
    shared_->steps_total = 0;
    writer.begin(request_.wishes());
    writer.write(now, result_->changed, *shared_);
    each_search([&](GraphSearch& search) {
      for (std::size_t i = 1; i < search.waiting().size(); i += 2) writer.write(*search.waiting()[i]);
      search.keep_share(0, 2);
    });
    writer.end();
    shared_->steps_total = steps;
    round_.gave = true;
  }
  if (!writer.close(false)) {
    runtime::say("cannot write ", path);
    _exit(2);
  }
  Exchange::tell(exchange.given, number);
}

// What other ranks have brought. False: it does not fit to what is here.
bool Session::take_parts() {
  Exchange& exchange = progress_->exchange;
  while (Exchange::look(exchange.brought) != exchange.taken) {
    char path[kPath];
    name_part(path, request_.given, "brought", exchange.taken + 1);
    PartReader reader(path);
    if (const char* why = reader.refusal(request_.wishes())) {
      runtime::say("a part of another rank is refused: ", why);
      _exit(2);
    }
    if (pool_->is_complete()) {  // a new search, in the place of the one that is through
      const Progress done = pool_->total();
      set_bound(*result_, pool_->bound());
      set_up_pool();
      graph_search().forget_waiting();
      graph_search().set_progress(done);
      pool_->note(0, done);
    }
    bool fits = true;
    while (fits && reader.next()) {
      Standing standing;
      const Taken taken = take_part(reader, standing, !round_.took && exchange.rank != 0);
      HEDDLE_CHECK(taken != Taken::damaged, "what was whole can be read");
      fits = taken == Taken::whole;
      round_.took = true;
    }
    unlink(path);
    exchange.rests = false;
    Exchange::tell(exchange.taken, exchange.taken + 1);
    if (!fits) return false;
  }
  return true;
}

void Session::save_part() {
  Exchange& exchange = progress_->exchange;
  const std::uint32_t number = Exchange::look(exchange.saves);
  char path[kPath];
  name_part(path, request_.given, "saved", number);
  PartWriter writer(path);
  write_rest(writer);
  if (!writer.close(false)) runtime::say("warning: cannot write ", path);
  Exchange::tell(exchange.saved, number);
}

// All workers have come back. True: there is more to run, here.
bool Session::goes_on_with_others() {
  if (!shares_graphs()) return false;
  if (!pool_->is_stuck()) pool_->take_stock();
  if (control::failed(*shared_) || is_stubborn() || result_->stopped || result_->leaked ||
      pool_->diverged() || pool_->is_stuck() || found_waits())
    return false;
  note_progress();
  Exchange& exchange = progress_->exchange;
  is_called_ = true;
  for (bool goes_on = false; !goes_on; goes_on = !pool_->is_complete()) {
    if (is_concluded()) {
      result_->stopped |= out_of_time();
      round_.is_over = true;
      break;
    }
    if (out_of_time()) {
      result_->stopped = true;
      break;
    }
    const bool saves = Exchange::look(exchange.saves) != exchange.saved;
    if (!take_parts()) {
      round_.differs = true;
      break;
    }
    if (saves) save_part();  // with all that was brought before it was asked for
    if (Exchange::look(exchange.wanted) != exchange.given) give_part();
    if (!pool_->is_complete()) {
      pool_->resume();
      is_called_ = false;
      return true;
    }
    Exchange::tell(exchange.rests, true);
    usleep(kGlance);
  }
  is_called_ = false;
  return false;
}

// At the end of a round: what all ranks come to.
Session::Agreed Session::agree(bool again) {
  Exchange& exchange = progress_->exchange;
  if (strategy_->samples && !shared_->failure.exists && !result_->stopped) {  // its share is done
    Exchange::tell(exchange.rests, true);
    Exchange::tell(exchange.began, round_.number);
    while (!is_concluded()) usleep(kGlance);
  }
  schedule::Wishes common = request_.wishes();  // which share is whose differs
  common.shard = {};
  Standing own = standing();
  own.again = again || round_.differs;
  own.failed = shared_->failure.exists;
  own.stopped = result_->stopped;
  own.is_complete = pool_->is_complete();
  round_.differs = false;
  char path[kPath];
  name_part(path, request_.given, "said", round_.number);
  PartWriter writer(path);
  writer.begin(common);
  writer.write(own, result_->changed, *shared_);
  writer.end();
  if (!writer.close(false)) {
    runtime::say("cannot write ", path);
    _exit(2);
  }
  Exchange::tell(exchange.said, round_.number);
  while (Exchange::look(exchange.heard) < round_.number) usleep(kGlance);
  name_part(path, request_.given, "heard", round_.number);
  PartReader reader(path);
  if (const char* why = reader.refusal(common)) {
    runtime::say("what another rank says is refused: ", why);
    _exit(2);
  }
  Standing all;
  all.is_complete = true;
  if (other_ == nullptr) other_ = map_other();
  all_executions_ = 0;
  while (reader.next()) {
    Standing each;
    static control::ChangedPieces changed;
    HEDDLE_CHECK(reader.read(each, changed, *other_), "what was whole can be read");
    learn(*other_, changed);
    all.again |= each.again;
    all.failed |= each.failed;
    all.stopped |= each.stopped;
    all.is_complete &= each.is_complete;
    is_alone_ |= each.is_alone;
    if (each.isolate && !request_.isolate) {
      request_.isolate = true;
      std::memcpy(result_->isolated_because, each.isolated_because, sizeof each.isolated_because);
    }
    if (each.runs_again > runs_again_) runs_again_ = each.runs_again;
    if (!each.again) set_bound(*result_, each.bound);
    all_executions_ += each.done.executions;
  }
  unlink(path);
  Exchange::tell(exchange.rests, false);
  const auto pass = [](std::uint32_t& number, std::uint32_t past) {
    if (number < past) Exchange::tell(number, past);
  };
  pass(exchange.given, exchange.past_wanted);
  pass(exchange.taken, exchange.past_brought);
  pass(exchange.saved, exchange.past_saves);
  ++round_.number;
  // Whatever the reason: what was not run to its end is not called so.
  if (!all.is_complete && !all.failed && !all.again) all.stopped = result_->stopped = true;
  others_failed_ = all.failed;
  others_stopped_ = all.stopped;
  return all.failed || all.stopped ? Agreed::over : all.again ? Agreed::again : Agreed::goes_on;
}

}  // namespace heddle::explore
