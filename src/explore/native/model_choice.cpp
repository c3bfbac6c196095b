// SPDX-License-Identifier: Apache-2.0
// Which memory model is explored when nobody asked for one. The answer is always about C++'s own.
//
// A program whose atomics are all seq_cst and that has no races behaves as under sequential consistency. So does one
// whose weaker atomics could not have done anything else in any execution (robustness.h). The faster search is the
// whole answer then. Else, once it has run long enough to find what is there without any weak memory, which is
// easier to understand, the search of weak executions begins. Whatever that one does not know is a doubt, and the
// first search then goes on to its end: no failure is lost.
//
// Who asks for rc11 gets the search of weak executions at once. It knows of loops that wait for an atomic, or poll under
// a lock; of others (locks that are tried in turn) it would run every number of rounds, which has no end. So where it
// has gone on for long and met no atomic weaker than seq_cst, the faster search takes its place, as if nobody had asked:
// by the same argument as above its answer is the whole one. What the graphs did not know is no doubt then, since all of
// it is explored anew by a search that knows it; any other doubt stays. If a weaker atomic that matters comes up after
// all, the search of weak executions begins again, and stays. The same where it comes upon something that graphs
// do not model: as long as no weaker atomic was met, the faster search models it.
#include "explore/memory_model.h"
#include "explore/native/session.h"
#include "runtime/control/robustness.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kSequentialFirst = 1000;  // executions
constexpr std::uint64_t kLong = 50'000;           // steps of a search that may have no end

}  // namespace

void Session::explore_under(std::string_view model, std::string_view strategy) {
  request_.options.model = model;
  strategy_ = strategy_for(strategy, request_.options);
  HEDDLE_CHECK(strategy_ != nullptr, "the strategy was looked up before");
}

// What is shared out, or kept in a file, are graphs: their search is the one whose parts need nothing of each other.
bool Session::is_shared_out() const {
  const schedule::Wishes& wishes = request_.wishes();
  const bool is_asked =
      shard_.count > 0 || has_others() || !wishes.checkpoint.empty() || !wishes.resume.empty();
  return is_asked && !strategy_for(wishes.strategy.view(), {})->by_graphs.empty();
}

void Session::choose_model() {
  schedule::Wishes& wishes = request_.given.wishes;
  asked_model_ = wishes.memory_model;
  const std::string_view strategy = wishes.strategy.view();
  if (wishes.memory_model != "auto") {
    // The name is that of the table: it outlives this request.
    for (const std::string_view name : memory_model_names())
      if (wishes.memory_model == name)
        explore_under(name, name == "sc" && !is_shared_out() ? strategy : "graphs");
    request_.settings.leaves_model = wishes.memory_model == "rc11" && strategy == "dpor" &&
                                     !is_shared_out() && !wishes.advise && !request_.settings.keep_going &&
                                     !request_.given.replays && request_.given.planned.empty();
    return;
  }
  if (is_shared_out()) {
    explore_under("rc11", "graphs");
    return;
  }
  explore_under("sc", strategy);
  if (strategy_->name != "dpor" || request_.settings.keep_going) {
    wishes.memory_model.set("sc");  // what was asked for speaks of schedules
    return;
  }
  model_ = Model::sequential;
  request_.settings.watches_robustness = true;
}

bool Session::is_of_no_use() const {
  const bool is_beyond = shared_->doubts[static_cast<std::size_t>(control::Doubt::beyond_model)] != 0;
  return request_.settings.leaves_model && !shared_->weak_met &&
         (is_beyond || shared_->goes_round || shared_->steps_total > kLong);
}

bool Session::wants_other_model() const {
  if (is_of_no_use()) return true;
  if (model_ != Model::sequential) return false;
  if (control::wants_another_watch(*shared_)) return true;
  return shared_->beyond_sc && pool_->total().executions >= kSequentialFirst;
}

bool Session::changes_model() {
  if (is_of_no_use()) {
    request_.settings.leaves_model = false;
    shared_->doubts[static_cast<std::size_t>(control::Doubt::beyond_model)] = 0;
    result_->bound[0] = 0;
    shared_->steps_total = 0;
    explore_under("sc", "dpor");
    model_ = Model::sequential;
    request_.settings.watches_robustness = true;
    return true;
  }
  if (model_ == Model::sequential && control::wants_another_watch(*shared_)) {
    shared_->steps_total = 0;  // it begins anew
    return true;
  }
  const auto is_doubted = [&] {
    return result_->bound[0] != 0 ||
           shared_->doubts[static_cast<std::size_t>(control::Doubt::beyond_model)] != 0;
  };
  if (model_ == Model::sequential && shared_->beyond_sc) {
    model_ = Model::weak;
    request_.settings.watches_robustness = false;
    shared_->steps_total = 0;
    explore_under("rc11", "graphs");
    return true;
  }
  if (model_ == Model::weak && is_doubted()) {
    model_ = Model::sequential_again;
    shared_->steps_total = 0;
    explore_under("sc", "dpor");
    return true;
  }
  return false;
}

}  // namespace heddle::explore
