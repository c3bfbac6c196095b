// SPDX-License-Identifier: Apache-2.0
// States up to the numbers of blocks and threads (program/machine/machine_symmetry.cpp has the keys, alike.h what it
// means for what is learned). Keys are canonical as soon as something could be symmetric; the states
// themselves, and what their numbers stand for, are then kept beside them. When the program turns out to look
// at numbers, when symmetry first becomes possible, or when blocks are taken for each other that were thought
// different, the search starts over: what the movers learned is void. It also does, without symmetry, if the
// first states show that hardly any are alike: keys are not free.
#include <algorithm>
#include <cstring>

#include "stateful/search_parts.h"

namespace heddle::stateful {
namespace {

constexpr std::size_t kTrial = 2000;  // states after which symmetry must have paid …
constexpr std::size_t kWorth = 20;    // … with one merged for so many stored
constexpr const char* kNamesObserved = "the program computes with the number of a block or thread";

}  // namespace

void Search::make_key(std::uint32_t mark) {
  machine_.canonical(captured_, renaming_);
  key_.assign(1, mark);
  if (mark != kBetween) {  // names a thread
    const auto at = std::find(renaming_.threads.begin(), renaming_.threads.end(), mark / 2 - 1);
    key_[0] = marked(static_cast<ThreadNumber>(at - renaming_.threads.begin()), (mark & 1) != 0);
  }
  key_.insert(key_.end(), captured_.begin(), captured_.end());
}

// Keeps the state beside its key; or tells for what the numbers of this one were taken.
void Search::note_likeness(StateNumber number, bool is_new) {
  bytes_.clear();
  const auto put = [&](const std::vector<std::uint32_t>& numbers) {
    const auto size = static_cast<std::uint32_t>(numbers.size());
    const auto* first = reinterpret_cast<const std::uint8_t*>(numbers.data());
    bytes_.insert(bytes_.end(), reinterpret_cast<const std::uint8_t*>(&size),
                  reinterpret_cast<const std::uint8_t*>(&size) + sizeof(size));
    bytes_.insert(bytes_.end(), first, first + numbers.size() * sizeof(std::uint32_t));
  };
  put(renaming_.threads);
  put(renaming_.objects);
  const ComponentNumber renaming = machine_.pool().intern(bytes_);
  if (is_new) {
    renamings_.push_back(renaming);
    if (!store_.compacted()) states_.append(words_);
    return;
  }
  if (renamings_[number] == renaming) return;
  const std::span<const std::uint8_t> known = machine_.pool()[renamings_[number]];
  std::size_t at = 0;
  const auto take = [&](std::vector<std::uint32_t>& numbers) {
    std::uint32_t size = 0;
    std::memcpy(&size, known.data() + at, sizeof(size));
    numbers.resize(size);
    std::memcpy(numbers.data(), known.data() + at + sizeof(size), size * sizeof(std::uint32_t));
    at += sizeof(size) + size * sizeof(std::uint32_t);
  };
  take(known_renaming_.threads);
  take(known_renaming_.objects);
  if (alike_.note(renaming_, known_renaming_)) {
    new_likeness_ = true;
    likeness_noted_ = store_.size();
  }
  ++result_.merged;
}

// Were states told apart, or taken for each other, that should not have been?
bool Search::is_outdated() {
  // What is learned after a new likeness is of little use, but other likenesses may still turn up.
  if (new_likeness_ && store_.size() > 2 * likeness_noted_ + 1000) return true;
  if (!symmetry_) return false;
  if (machine_.names_observed() && !merging_) {  // noticed in time
    symmetry_ = false;
    result_.without_symmetry = kNamesObserved;
    return false;
  }
  if (merging_ && !tried_ && store_.size() >= kTrial) {
    tried_ = true;
    if ((result_.merged - merged_before_) * kWorth < store_.size()) {
      result_.without_symmetry = "hardly any states are alike";
      return true;
    }
  }
  return machine_.names_observed() || merging_ != machine_.may_be_symmetric();
}

// Symmetry begins, is extended or is given up: what the movers learned is void.
void Search::forget_names() {
  constexpr unsigned kPasses = 20;
  if (machine_.names_observed())
    result_.without_symmetry = kNamesObserved;
  else if (++passes_ > kPasses && result_.without_symmetry.empty())
    result_.without_symmetry = "ever new blocks are alike";
  if (!result_.without_symmetry.empty()) symmetry_ = false;
  merging_ = symmetry_ && machine_.may_be_symmetric();
  if (!symmetry_) alike_ = Alike();
  restart_ = new_likeness_ = tried_ = false;
  sharing_.clear();
  merged_before_ = result_.merged;
  movers_.emplace(program_, options_.reduction, options_.deadlocks && options_.deadlock_rules, alike_);
  movers_->reads_conflict = options_.discipline == Discipline::exclusive;
}

}  // namespace heddle::stateful
