// SPDX-License-Identifier: Apache-2.0
#include "explore/estimate.h"

#include <utility>

namespace heddle::explore {

void Estimate::begin() {
  Sampling::begin();
  profile_.begin();
  sleepers_.clear();
  weight_ = 1;
  in_vain_ = gave_up_ = false;
}

bool Estimate::sleeps(Thread thread) const {
  for (const Sleeper& sleeper : sleepers_)
    if (sleeper.thread == thread) return true;
  return false;
}

// The threads that have to be tried if this one's operation is performed next: those expected to conflict with it later, and with
// the next operations of these, and so on (persistent sets: Godefroid 1996). Marks them; false: it may be all.
bool Estimate::close(const Moment& moment, Thread seed, std::size_t& size) {
  members_.clear();
  members_.push_back(seed);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Operation& operation = moment.threads[members_[i]].next;
    if (!operation.point) continue;  // a lock that is given back is nobody else's until then
    for (Thread other = 0; other < profile_.threads(); ++other) {
      if (is_member(other) || !profile_.may_conflict(other, operation)) continue;
      if (other >= moment.threads.size() || moment.threads[other].state != ThreadView::State::ready)
        return false;
      members_.push_back(other);
    }
  }
  size = 0;
  for (const Thread member : members_) size += !sleeps(member);
  return true;
}
bool Estimate::is_member(Thread thread) const {
  for (const Thread member : members_)
    if (member == thread) return true;
  return false;
}

// Candidates that need not be tried now come last, and hardly ever. How many others there are.
std::size_t Estimate::choose_set(const Moment& moment) {
  constexpr std::size_t kSeeds = 8;
  std::size_t best = candidates_.size();
  Thread seed = schedule::kNoThread;
  for (std::size_t i = 0; i < candidates_.size() && i < kSeeds && best > 1 && whole_ > 0; ++i) {
    if (looks_[candidates_[i].look].is_vain()) continue;
    std::size_t size = 0;
    if (!close(moment, candidates_[i].thread, size) || size >= best) continue;
    best = size;
    seed = candidates_[i].thread;
  }
  if (seed == schedule::kNoThread) return candidates_.size();
  close(moment, seed, best);
  std::size_t in = 0;
  for (Candidate& candidate : candidates_)
    if (is_member(candidate.thread)) std::swap(candidate, candidates_[in++]);
  return in;
}

// What choosing the thread decides, and what its sleep would. Each expected conflict is taken for an order of two operations
// that is as likely to be one as the other: who goes first decides all of his, who sleeps leaves out that all his go one way.
void Estimate::judge(Candidate& candidate) const {
  constexpr std::uint32_t kMost = 30;
  const Operation& operation = candidate.operation;
  std::uint32_t conflicts = 0;
  for (Thread other = 0; other < profile_.threads() && conflicts < kMost; ++other)
    conflicts += other != candidate.thread && profile_.may_conflict(other, operation);
  const std::uint64_t object = operation.count > 0 ? operation.accesses[0].object : 0;
  candidate.nap = base::combine(candidate.thread, object * (kMost + 1) + conflicts) % kNaps;
  candidate.weight = 1.0 / static_cast<double>(std::uint64_t{1} << conflicts);
  candidate.asleep =
      looks_[candidate.look].is_vain() ? 1 : (1 - candidate.weight) * naps_[candidate.nap].ends();
}

// Those whose sleep would leave most out come first: then they do not sleep.
void Estimate::sort(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    Candidate inserted = candidates_[i];
    judge(inserted);
    std::size_t at = i;
    for (; at > begin && inserted.asleep < candidates_[at - 1].asleep; --at)
      candidates_[at] = candidates_[at - 1];
    candidates_[at] = inserted;
  }
}

// The sum of all weights.
double Estimate::weigh(std::size_t tried) {
  constexpr double kLeast = 1e-3, kAstray = 1e-5;
  double most = 0, all = 0;
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    Candidate& candidate = candidates_[i];
    for (std::size_t j = 0; j < i && i < tried; ++j)
      if (!conflict(candidate.operation, candidates_[j].operation)) candidate.weight *= candidates_[j].asleep;
    candidate.weight *= looks_[candidate.look].chance();
    if (i < tried && most < candidate.weight) most = candidate.weight;
  }
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    double& weight = candidates_[i].weight;
    if (weight < most * kLeast) weight = most * kLeast;
    if (i >= tried) weight = most * kAstray;
    all += weight;
  }
  return all;
}

Operation Estimate::foresee(const Moment& moment, Thread thread) {
  Operation operation = moment.threads[thread].next;
  if (moment.outlook != nullptr && operation.count > 0 && operation.accesses[0].write)
    operation.accesses[0].write = moment.outlook->writes(thread);
  return operation;
}

std::size_t Estimate::look(const Moment& moment, Thread thread) {
  const Operation& next = moment.threads[thread].next;
  if (next.count == 0) return kLooks - 1;
  const std::uint64_t value = moment.outlook == nullptr ? 0 : moment.outlook->value(thread);
  const std::uint64_t what = std::uint64_t{next.accesses[0].object} << 1 | next.accesses[0].write;
  return base::combine(base::combine(thread, what), value) % (kLooks - 1);
}

Thread Estimate::choose(const Moment& moment) {
  if (moment.has_given_up() && !gave_up_) {
    was_in_vain();
    gave_up_ = true;
  }
  if (in_vain_ && training_ == 0) return schedule::kNoThread;
  candidates_.clear();
  const auto consider = [&](Thread thread) {
    if (moment.threads[thread].state == ThreadView::State::ready && !sleeps(thread))
      candidates_.push_back(
          {.thread = thread, .operation = foresee(moment, thread), .look = look(moment, thread)});
  };
  if (moment.current != schedule::kNoThread) consider(moment.current);
  for (Thread thread = 0; thread < moment.threads.size(); ++thread)
    if (thread != moment.current) consider(thread);
  if (candidates_.empty()) {
    for (const Sleeper& sleeper : sleepers_) ++naps_[sleeper.nap].all;
    in_vain_ = gave_up_ = true;
    return schedule::kNoThread;
  }
  const std::size_t tried = choose_set(moment);
  sort(0, tried);
  sort(tried, candidates_.size());
  const double all = weigh(tried);
  double pick = static_cast<double>(random() >> 11) * 0x1p-53 * all;
  std::size_t chosen = 0;
  while (chosen + 1 < candidates_.size() && pick >= candidates_[chosen].weight)
    pick -= candidates_[chosen++].weight;
  weight_ *= all / candidates_[chosen].weight;
  for (std::size_t i = 0; i < chosen; ++i)
    sleepers_.push_back({candidates_[i].thread, candidates_[i].operation, candidates_[i].nap});
  last_look_ = candidates_[chosen].look;
  return took(candidates_[chosen].thread);
}

unsigned Estimate::outcome(unsigned count) {
  weight_ *= count;
  return Sampling::outcome(count);
}

// The last operation was, or the round that it ended.
void Estimate::was_in_vain() {
  ++looks_[last_look_].in_vain;
  in_vain_ = true;
}

void Estimate::taken_back() { was_in_vain(); }

void Estimate::performed(const Operation& operation) {
  ++looks_[last_look_].all;
  profile_.performed(schedule_.back().thread, operation);
  std::size_t kept = 0;
  for (const Sleeper& sleeper : sleepers_) {
    if (!conflict(sleeper.operation, operation)) {
      sleepers_[kept++] = sleeper;
      continue;
    }
    ++naps_[sleeper.nap].all;
    ++naps_[sleeper.nap].ended;
  }
  sleepers_.resize(kept, {});
}

bool Estimate::finish(const Moment& moment) {
  if (moment.has_given_up() && !gave_up_) was_in_vain();
  whole_ += !gave_up_ && !moment.has_given_up();
  if (training_ > 0) {
    --training_;
  } else {
    const double value = in_vain_ ? 0 : weight_;
    ++probes_;
    complete_ += value > 0;
    sum_ += value;
    squares_ += value * value;
  }
  profile_.finish();
  return Sampling::finish(moment);
}

double Estimate::error() const {
  if (probes_ < 2) return 0;
  const auto count = static_cast<double>(probes_);
  const double variance = (squares_ - sum_ * sum_ / count) / (count - 1);
  const double carriers = squares_ > 0 ? sum_ * sum_ / squares_ : count;
  const double error = variance > 0 ? __builtin_sqrt(variance / carriers) : 0;
  constexpr std::uint64_t kFew = 20;
  return complete_ < kFew && error < mean() ? mean() : error;
}

}  // namespace heddle::explore
