// SPDX-License-Identifier: Apache-2.0
#include "explore/fuzz.h"

namespace heddle::explore {
namespace {
constexpr Thread kThreads = 256;
constexpr std::uint32_t kObjects = 4096;
}  // namespace

Fuzz::Fuzz(Arena& arena, const Options& options)
    : Pos(arena, options),
      pairs_(arena),
      operators_(arena),
      last_writes_(arena),
      performed_(arena),
      kept_(arena) {
  pairs_.resize(kPairs, 0);
  kept_.resize(kKept * kLongest);
}

Fuzz::Name Fuzz::name_of(Thread thread, std::uint32_t object) const {
  const std::size_t at = std::size_t{object} * kThreads + thread % kThreads;
  const std::uint32_t before = at < performed_.size() ? performed_[at] : 0;
  return base::combine(base::combine(thread + 1, object), before) | 1;
}

bool Fuzz::is_known(std::uint64_t pair) const {
  for (std::size_t at = base::mix(pair) % kPairs; pairs_[at] != 0; at = (at + 1) % kPairs)
    if (pairs_[at] == pair) return true;
  return false;
}
bool Fuzz::is_new(std::uint64_t pair) {
  if (is_known(pair) || pairs_count_ > kPairs / 2) return false;
  std::size_t at = base::mix(pair) % kPairs;
  while (pairs_[at] != 0) at = (at + 1) % kPairs;
  pairs_[at] = pair;
  ++pairs_count_;
  return true;
}

void Fuzz::learn(const Operator& found) {
  for (const Operator& known : operators_)
    if (known.name == found.name) return;
  if (operators_.size() < kNames) operators_.push_back(found);
}

// A pair that was not seen yet, if a few tries find one.
void Fuzz::ask() {
  asks_ = false;
  for (int tries = 0; tries < 64 && !operators_.empty() && !asks_; ++tries) {
    first_ = operators_[below(operators_.size())];
    second_ = operators_[below(operators_.size())];
    asks_ = first_.write && first_.object == second_.object && first_.thread != second_.thread &&
            !is_known(base::combine(first_.name, second_.name));
  }
}

void Fuzz::begin() {
  Pos::begin();
  last_writes_.clear();
  performed_.clear();
  found_new_ = false;
  repeats_ = {};
  ask();
  if (slots_count_ == 0 || below(4) == 0) return;
  const Kept& kept = slots_[below(slots_count_)];
  repeats_ = {kept_.begin() + kept.first, below(kept.size + 1)};
}

bool Fuzz::is_held_back(Thread thread, const Operation& operation) const {
  for (const Access& access : operation.touched()) {
    if (access.object != first_.object) continue;
    const Name last = access.object < last_writes_.size() ? last_writes_[access.object] : 0;
    const Name name = name_of(thread, access.object);
    if (name == second_.name) return last != first_.name;
    if (last == first_.name && access.write) return true;
  }
  return false;
}

Thread Fuzz::choose(const Moment& moment) {
  draw(moment);
  if (schedule_.size() < repeats_.size()) {
    const Thread thread = repeats_[schedule_.size()].thread;
    if (thread < moment.threads.size() && moment.threads[thread].state == ThreadView::State::ready)
      return perform(moment, thread);
    repeats_ = {};
  }
  Thread found = schedule::kNoThread;
  if (asks_)
    found = highest(moment, [&](Thread thread) { return is_held_back(thread, moment.threads[thread].next); });
  if (found == schedule::kNoThread) found = highest(moment, [](Thread) { return false; });
  return perform(moment, found);
}

void Fuzz::performed(const Operation& operation) {
  const Thread thread = schedule_.back().thread;
  for (const Access& access : operation.touched()) {
    if (access.object >= kObjects) continue;
    const Name name = name_of(thread, access.object);
    if (last_writes_.size() <= access.object) last_writes_.resize(access.object + 1, 0);
    if (is_new(base::combine(last_writes_[access.object], name))) found_new_ = true;
    learn({name, access.object, thread, access.write});
    if (name == second_.name) asks_ = false;
    if (access.write) last_writes_[access.object] = name;
    const std::size_t at = std::size_t{access.object} * kThreads + thread % kThreads;
    if (performed_.size() <= at) performed_.resize((std::size_t{access.object} + 1) * kThreads, 0);
    ++performed_[at];
  }
}

bool Fuzz::finish(const Moment& moment) {
  if (found_new_) {
    const std::size_t slot = slots_count_ < kKept ? slots_count_++ : below(kKept);
    Kept& kept = slots_[slot];
    kept.first = static_cast<std::uint32_t>(slot * kLongest);
    kept.size = static_cast<std::uint32_t>(schedule_.size() < kLongest ? schedule_.size() : kLongest);
    for (std::uint32_t i = 0; i < kept.size; ++i) kept_[kept.first + i] = schedule_[i];
  }
  return Sampling::finish(moment);
}

}  // namespace heddle::explore
