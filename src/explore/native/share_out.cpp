// SPDX-License-Identifier: Apache-2.0
// One share of a search that several processes do without a word between them (--shard i/n).
//
// All of them begin in the same way: one worker runs the search, the oldest graph first, until so many graphs wait
// that each share gets enough of them (--share-leaves). That depends on nothing but the program, so every process comes
// to the same list. Graphs that wait lead to no execution in common (graph_search.h), so whoever keeps every n-th of
// them from the i-th on has explored, with the others, every execution once. What was run on the way counts in the
// first share.
//
// What a search learns on the way about the program (loops that wait, words that race, how often a wait may end
// without a reason) makes it begin again. Here it does so only until the shares are made, since each process would
// learn something else afterwards; what would have been begun again then is a doubt.
//
// `outline` is a digest of the list: shares of different lists do not belong together, whatever the reason.
#include <algorithm>

#include "base/hash.h"
#include "explore/graph_search.h"
#include "explore/native/identity.h"
#include "explore/native/session.h"
#include "runtime/control/bounds.h"

namespace heddle::explore {
namespace {

std::uint64_t outline_of(const GraphSearch& search, std::uint64_t outline) {
  for (const ExecutionGraph* graph : search.waiting()) {
    outline = base::combine(outline, graph->size());
    for (ExecutionGraph::Index i = 0; i < graph->size(); ++i) {
      const ExecutionGraph::Event& event = (*graph)[i];
      outline = base::combine(outline, static_cast<std::uint64_t>(event.kind) << 32 | event.thread);
      outline = base::combine(outline, std::uint64_t{event.location} << 32 | event.from);
      outline = base::combine(outline, std::uint64_t{event.rank} << 32 | event.choice);
    }
  }
  return outline;
}

}  // namespace

// At the start of each search.
void Session::begin_sharing() {
  is_fixed_ = false;
  if (shard_.count == 0) return;
  if (strategy_->samples)
    result_->outline =
        base::combine(base::combine(identity_of_process(), shard_.count), request_.options.executions);
  spreads_ = strategy_->is_of_graphs();
  if (spreads_) graph_search().go_breadth_first(true);
}

// Of a search that begins: its only part.
GraphSearch& Session::graph_search() const {
  return const_cast<GraphSearch&>(static_cast<const GraphSearch&>(*pool_->search_of(0)));
}

bool Session::has_spread() const {
  return graph_search().waiting().size() / shard_.count >=
         std::max<std::uint64_t>(request_.wishes().share_leaves, 1);
}

// The shares are made, or everything was run before there were enough. True: there is more to run.
bool Session::goes_on_with_share() {
  if (!spreads_ || control::failed(*shared_) || is_stubborn() || result_->stopped || result_->leaked ||
      pool_->diverged() || found_waits() || pool_->is_stuck())
    return false;
  const bool is_complete = pool_->is_complete();
  if (!is_complete && graph_search().diverged()) return false;
  note_progress();
  const bool grew = shared_->racy_grew || shared_->tries_visible != shared_->tries_seen;
  if (grew || deepen()) {
    begin_search();
    return true;
  }
  spreads_ = false;
  is_fixed_ = true;
  result_->outline = base::combine(identity_of_process(), shard_.count);
  result_->outline = base::combine(result_->outline, pool_->total().executions);
  if (shard_.number != 1) {
    shared_->steps_total = 0;
    pool_->forget_progress();
  }
  if (is_complete) return false;
  GraphSearch& search = graph_search();
  search.go_breadth_first(false);
  result_->outline = outline_of(search, result_->outline);
  search.keep_share(shard_.number - 1, shard_.count);
  if (keeps_checkpoints()) pause_at_ = now() + request_.wishes().checkpoint_seconds;
  pool_->resume();
  return true;
}

}  // namespace heddle::explore
