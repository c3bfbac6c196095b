// SPDX-License-Identifier: Apache-2.0
// A state is stored: taken apart by the machine, with the mark of a transaction that is going on, and with
// happens-before where it is part of the state. Where states are kept as hashes only (--limit-memory), one is
// found again by going there from the first.
#include <algorithm>

#include <fmt/format.h>

#include "stateful/search_ranks.h"

namespace heddle::stateful {

void Search::restore_words(std::span<const std::uint32_t> words) {
  machine_.restore(words.subspan(header()));
  if (summary_in_state_) summary_.read(machine_.pool()[words[1]]);
}

Words Search::words_of(StateNumber node) {
  const StateStore& states = merging_ ? states_ : store_;
  if (!store_.compacted()) return {states[node].begin(), states[node].end()};
  // Only its hash is left: go there again.
  machine_.restore(std::span(first_state_).subspan(header()));
  if (summary_in_state_) summary_.read(machine_.pool()[first_state_[1]]);
  for (const Move& move : moves_to(node)) {
    if (machine_.step(move.thread, move.alternative) == Outcome::problem && !machine_.exited())
      machine_.stop(move.thread);
    races_.clear();
    if (summary_in_state_) summary_.apply(machine_.effects(), races_, machine_.alone(move.thread));
  }
  machine_.capture(captured_);
  Words words(header());
  if (summary_in_state_) {
    summary_.write(bytes_);
    words[1] = machine_.pool().intern(bytes_);
  }
  words.insert(words.end(), captured_.begin(), captured_.end());
  return words;
}

std::vector<Move> Search::moves_to(StateNumber node) const {
  std::vector<Move> moves;
  for (Node at = nodes_[node]; at.parent != kNoState; at = nodes_[at.parent]) {
    for (std::uint32_t i = 1; i < at.steps; ++i) moves.push_back({at.thread, 0});
    moves.push_back({at.thread, at.alternative});
  }
  std::reverse(moves.begin(), moves.end());
  return moves;
}

StateNumber Search::store_here(StateNumber from, std::uint32_t mark, Move move, std::uint32_t steps) {
  machine_.capture(captured_);
  words_.clear();
  words_.push_back(mark);
  ComponentNumber summary = 0;
  if (with_summary_) {
    summary_.write(bytes_);
    summary = machine_.pool().intern(bytes_);
    if (summary_in_state_) words_.push_back(summary);
  }
  words_.insert(words_.end(), captured_.begin(), captured_.end());
  current_words_ = words_;
  if (merging_) make_key(mark);
  if (others_ && others_->sends_away(from, move, steps)) {
    reached_ = 0;
    return kNoState;
  }
  const StateNumber made = add_here(from, move, steps);
  const StateNumber number = reached_;
  if (made != kNoState && with_summary_ && !summary_in_state_) summaries_.push_back(summary);
  if (options_.condition_c == ConditionC::components && from != kNoState) {
    after_edges_[from].push_back(number);
    if (mark == kBetween || (mark & 1) == 0)
      after_exits_.insert(number);
    else
      after_states_.insert(number);
  }
  return made;
}

// The state in words_, whose key is made: its number if it is new.
StateNumber Search::add_here(StateNumber from, Move move, std::uint32_t steps) {
  const auto [number, is_new] = store_.add(merging_ ? key_ : words_);
  reached_ = number;
  if (merging_) note_likeness(number, is_new);
  if (!is_new) return kNoState;
  nodes_.push_back({.parent = from,
                    .steps = steps,
                    .thread = static_cast<std::uint16_t>(move.thread),
                    .alternative = static_cast<std::uint16_t>(move.alternative)});
  return number;
}

void Search::keep_memory() {
  if (options_.limit_memory == 0 || store_.compacted()) return;
  const std::size_t used =
      store_.memory() + (merging_ ? states_.memory() : 0) + machine_.pool().memory() + nodes_.memory();
  if (used <= options_.limit_memory) return;
  if (others_) others_->keep_words();
  store_.compact();
  states_ = StateStore();
  result_.verdict.doubt(fmt::format(
      "the memory limit was reached after {} states; from there on only 64-bit hashes of states are kept, so "
      "the answer is probabilistic (a state is missed with a chance of about states² / 2⁶⁵)",
      store_.size()));
}

}  // namespace heddle::stateful
