// SPDX-License-Identifier: Apache-2.0
// What steps did, and what threads stood before, found again by the parts of the state that this depends on.
//
// A step mostly looks at its own thread and a variable or two, and the same ones meet again in very many states that
// differ elsewhere. So the machine notes, while it executes a step, which parts of the state (a thread, a page of
// globals, a block) it looks at: the caller's own first, then others as what it has seen tells. The answers to one
// question are therefore a tree: a node names the part that is looked at next, an edge what was found there, a leaf
// what came of it. Whoever comes along the same edges gets the same answer, without executing anything. (The idea is
// the transition cache of language-independent model checkers: LTSmin, Blom, van de Pol and Weber, CAV 2010; there
// the dependencies are declared, here they are observed.)
//
// It is right as long as every look is noted. What looks at too much to be noted (other threads, all of memory) says
// so with Observer::lose(), and is executed each time; so is what no list here knows. MachineOptions::doubt
// executes everything all the same and compares. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "program/machine/component_pool.h"

namespace heddle::program {

// A part of the state: thread t is t, page p of the globals kPageSlot + p, block k of the dynamic ones kBlockSlot + k.
using Slot = std::uint32_t;
// What is not a part, but told by all threads: how many of them are within an atomic block.
inline constexpr Slot kPageSlot = Slot{1} << 30;
inline constexpr Slot kAtomicSlot = kPageSlot - 1;
inline constexpr Slot kBlockSlot = Slot{1} << 31;

class Observer {
 public:
  void begin(Slot own) {
    is_on_ = true;
    is_lost_ = false;
    own_ = own;
    seen_.clear();
  }
  void end() { is_on_ = false; }
  bool is_on() const { return is_on_; }
  bool is_lost() const { return is_lost_; }
  void lose() { is_lost_ = true; }
  void see(Slot slot) {
    if (is_lost_ || has_seen(slot)) return;
    if (seen_.size() < kMost)
      seen_.push_back(slot);
    else
      is_lost_ = true;  // it would not come again soon
  }
  bool has_seen(Slot slot) const {
    return slot == own_ || std::find(seen_.begin(), seen_.end(), slot) != seen_.end();
  }
  std::span<const Slot> seen() const {
    return seen_;
  }  // in the order in which they were looked at; not the own

 private:
  static constexpr std::size_t kMost = 8;

  bool is_on_ = false;
  bool is_lost_ = false;
  Slot own_ = 0;
  std::vector<Slot> seen_;
};

// Answers are numbers below kNoAnswer; questions are the caller's.
class KnownAnswers {
 public:
  static constexpr std::uint32_t kNoAnswer = 0xFFFFFFFF;

  template <class PartAt>
  std::uint32_t find(std::uint64_t question, const PartAt& part_at) const {
    const auto root = roots_.find(question);
    if (root == roots_.end()) return kNoAnswer;
    for (std::uint32_t at = root->second;;) {
      if (nodes_[at].is_answer) return nodes_[at].what;
      const auto edge = edges_.find(edge_of(at, part_at(nodes_[at].what)));
      if (edge == edges_.end()) return kNoAnswer;
      at = edge->second;
    }
  }
  // False: what was seen contradicts what is known (somebody did not note what it looked at).
  template <class PartAt>
  bool learn(std::uint64_t question, std::span<const Slot> seen, const PartAt& part_at,
             std::uint32_t answer) {
    const auto [root, is_new_root] = roots_.try_emplace(question, static_cast<std::uint32_t>(nodes_.size()));
    std::uint32_t at = root->second;
    bool is_new = is_new_root;
    for (const Slot slot : seen) {
      if (is_new) nodes_.push_back({.what = slot, .is_answer = false});
      if (nodes_[at].is_answer || nodes_[at].what != slot) return false;
      const auto [edge, is_new_edge] =
          edges_.try_emplace(edge_of(at, part_at(slot)), static_cast<std::uint32_t>(nodes_.size()));
      at = edge->second;
      is_new = is_new_edge;
    }
    if (!is_new) return false;
    nodes_.push_back({.what = answer, .is_answer = true});
    return true;
  }
  void clear() {
    roots_ = {};
    edges_ = {};
    std::vector<Node>().swap(nodes_);
  }
  std::size_t memory() const {
    return nodes_.capacity() * sizeof(Node) + (roots_.bucket_count() + edges_.bucket_count()) * 24;
  }

 private:
  struct Node {
    std::uint32_t what = 0;  // a slot, or the answer
    bool is_answer = false;
  };
  struct Mixed {
    std::size_t operator()(std::uint64_t key) const { return base::mix(key); }
  };
  using Map = tsl::robin_map<std::uint64_t, std::uint32_t, Mixed>;
  static std::uint64_t edge_of(std::uint32_t node, ComponentNumber part) {
    return std::uint64_t{node} << 32 | part;
  }

  Map roots_, edges_;
  std::vector<Node> nodes_;
};

}  // namespace heddle::program
