// SPDX-License-Identifier: Apache-2.0
// Condition C by components: among the states inside a phase *after*, every strongly connected component that
// no edge leaves gets one state where the others may run.
#include "stateful/closed_components.h"
#include "stateful/search_parts.h"

namespace heddle::stateful {

// True if there is anything new to do.
bool Search::close_components() {
  if (options_.condition_c != ConditionC::components) return false;
  const auto is_after = [&](StateNumber node) { return after_states_.contains(node); };
  const std::vector<StateNumber> to_cut = closed_components(after_edges_, after_exits_, is_after);
  bool any = false;
  for (const StateNumber node : to_cut) {
    Words words = words_of(node);
    words[0] = kBetween;
    after_exits_.insert(node);
    restore_words(words);
    machine_.capture(captured_);
    if (merging_) make_key(kBetween);
    words_ = words;
    const auto [number, is_new] = store_.add(merging_ ? key_ : words);
    if (merging_) note_likeness(number, is_new);
    if (!is_new) continue;
    Node copy = nodes_[node];
    copy.relied = 0;
    nodes_.push_back(copy);
    if (with_summary_ && !summary_in_state_) summaries_.push_back(summaries_[node]);
    current_words_ = words;
    look_at_new_state(number);
    any = true;
    if (options_.order == SearchOrder::depth_first)
      depth_first(number, words);
    else
      best_first(number, words);
  }
  return any;
}

}  // namespace heddle::stateful
