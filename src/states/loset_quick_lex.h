// SPDX-License-Identifier: Apache-2.0
// The strongly feasible states of a loset in lexical order: QuickLex with forbidden maximal events and the
// strong-feasibility short cut ("Predicate detection for parallel computations", 6.3.3, Algorithms 18 to 21,
// corrected).
//
// QuickLex steps through the consistent states. A state whose digits 0..i-1 are compatible but digit i is not
// with them (the forbidden maximal event) stays incompatible until digit i or one before it changes: so the
// step starts at digit i and passes over the values that do not help. A feasible state is strongly feasible
// without a computation if it is one event more than one that is.
//
// Corrections. In Algorithm 21 the difference |G[l] − least| is taken before G[l] is overwritten: as printed
// every state counts as one event more, and states that are not strongly feasible are accepted. The
// difference that counts is to the last state that WAS strongly feasible, and it must be an added event: a
// state that lacks one event of it need not be strongly feasible. And the loset is not normalised: its normal
// form has lost the states on their way into a deadlock.
//
// With two threads strongly feasible is reachable; with more it may be more: confirm with DecisionFlow, as
// `Class::reachable` does for every state that is neither reached by the short cut from a confirmed one
// nor decided by a class. Lex1 of the text is the same without the short cut.
#pragma once

#include <algorithm>
#include <vector>

#include "states/decision_flow.h"
#include "states/interval.h"

namespace heddle::states {

enum class ShortCut : bool { no, yes };

struct LexCounts {
  std::uint64_t feasible = 0;  // states asked about
  std::uint64_t computed = 0;  // of which the normal form was computed
  std::uint64_t unknown = 0;   // left out: exact reachability met its bound
};

template <class Visit>
class LosetQuickLex {
 public:
  LosetQuickLex(const Loset& loset, const Interval& interval, Class which, ShortCut short_cut, Visit& visit,
                const ReachLimits& limits, std::shared_ptr<WholeForm> whole)
      : loset_(loset),
        flow_(loset, limits, std::move(whole)),
        stop_(limits.stop),
        which_(which),
        short_cut_(which == Class::strongly_feasible || which == Class::reachable ? short_cut : ShortCut::no),
        visit_(visit),
        n_(loset.threads()),
        words_((loset.locks() + 63) / 64),
        state_(interval.low),
        high_(interval.high),
        last_(state_),
        least_((n_ + 1) * n_, 0),
        taken_((n_ + 1) * 2 * words_, 0) {
    for (std::size_t t = 0; t < n_; ++t) lock_masks(t);
    std::copy(interval.low.begin(), interval.low.end(), least_.begin());
  }

  bool run(LexCounts* counts) {
    bool complete = true;
    if (n_ > 0) set_digit(0, state_[0]);
    reset(0);
    while (true) {
      if (stop_.reached()) {
        complete = false;
        break;
      }
      if (compatible_until_ == n_) {
        ++counts_.feasible;
        if (holds()) {
          last_ = state_;
          last_holds_ = true;
          if (!visit_(static_cast<const Index*>(state_.data()))) {
            complete = false;
            break;
          }
        }
      }
      const std::size_t k = propagate();
      if (k == n_) break;
      reset(k);
    }
    if (counts) *counts = counts_;
    return complete;
  }

 private:
  // The held locks of every position, two bit sets: held at all, held exclusively.
  void lock_masks(std::size_t t) {
    const Index low = state_[t];
    auto& masks = masks_.emplace_back((std::size_t{high_[t] - low} + 1) * 2 * words_, 0);
    for (Index p = low; p <= high_[t]; ++p)
      for (const std::uint32_t held : loset_.held(t, p)) {
        const order::LockInterval& interval = loset_.intervals(t)[held];
        const std::size_t lock = interval.lock.index(), row = std::size_t{p - low} * 2;
        masks[row * words_ + lock / 64] |= std::uint64_t{1} << lock % 64;
        if (!interval.shared) masks[(row + 1) * words_ + lock / 64] |= std::uint64_t{1} << lock % 64;
      }
  }
  const std::uint64_t* mask(std::size_t t, Index p) const {
    return masks_[t].data() + std::size_t{p - least_[t]} * 2 * words_;  // the interval begins there
  }
  // Digit d at p is compatible with the digits before it.
  bool fits(std::size_t d, Index p) const {
    const std::uint64_t* mine = mask(d, p);
    const std::uint64_t* before = taken_.data() + d * 2 * words_;
    for (std::size_t w = 0; w < words_; ++w)
      if ((mine[w] & before[words_ + w]) | (mine[words_ + w] & before[w])) return false;
    return true;
  }
  void set_digit(std::size_t d, Index p) {
    state_[d] = p;
    const std::uint64_t* mine = mask(d, p);
    const std::uint64_t* before = taken_.data() + d * 2 * words_;
    std::uint64_t* after = taken_.data() + (d + 1) * 2 * words_;
    for (std::size_t w = 0; w < 2 * words_; ++w) after[w] = before[w] | mine[w];
  }

  bool holds() {
    if (which_ == Class::feasible) return true;
    if (short_cut_ == ShortCut::yes && last_holds_) {
      std::uint64_t more = 0;
      for (std::size_t t = 0; t < n_ && more <= 1; ++t)
        more += state_[t] >= last_[t] ? state_[t] - last_[t] : 2;
      if (more <= 1) return true;
    }
    ++counts_.computed;
    const Answer answer = flow_.belongs(which_, state_);
    counts_.unknown += answer == Answer::unknown;
    return answer == Answer::yes;
  }

  // The digit that grows, to its next value that is consistent and compatible with the digits before it;
  // n_ if none can.
  std::size_t propagate() {
    for (std::size_t k = std::min(n_, compatible_until_ + 1); k-- > 0;) {
      for (Index p = state_[k] + 1; p <= high_[k]; ++p) {
        bool ready = true;
        for (std::size_t h = 0; h < k && ready; ++h) ready = loset_.seen(k, p, h) <= state_[h];
        if (!ready) break;
        if (fits(k, p)) {
          set_digit(k, p);
          return k;
        }
      }
    }
    return n_;
  }

  // least_[(k + 1) * n + l]: the least value of digit l next to digits 0..k.
  void reset(std::size_t k) {
    compatible_until_ = n_;
    for (std::size_t l = k; l < n_; ++l) {
      if (l > k) {
        const Index least = least_[l * n_ + l];
        set_digit(l, least);
        if (compatible_until_ == n_ && !fits(l, least)) compatible_until_ = l;
      }
      for (std::size_t m = l + 1; m < n_; ++m)
        least_[(l + 1) * n_ + m] = std::max(least_[l * n_ + m], loset_.seen(l, state_[l], m));
    }
  }

  const Loset& loset_;
  DecisionFlow flow_;
  base::StopCheck stop_;
  Class which_;
  ShortCut short_cut_;
  Visit& visit_;
  std::size_t n_;
  std::size_t words_;
  State state_, high_;
  State last_;  // the last state that held
  bool last_holds_ = false;
  std::vector<Index> least_;
  std::vector<std::uint64_t> taken_;  // by digit: locks of the digits before it
  std::vector<std::vector<std::uint64_t>> masks_;
  std::size_t compatible_until_ = 0;  // the forbidden maximal event's digit; n_: compatible
  LexCounts counts_;
};

// visit(const Index* state) for every state of the class, at least feasible, in lexical order; of an interval
// [low, high] of states that are consistent themselves, or of all. The short cut is for strongly feasible and
// reachable only. Several intervals can share what is known of the whole. False: the visitor, or limits.stop, said stop.
template <class Visit>
bool loset_quick_lex(const Loset& loset, const Interval& interval, Class which, ShortCut short_cut,
                     Visit&& visit, LexCounts* counts = nullptr, const ReachLimits& limits = {},
                     std::shared_ptr<WholeForm> whole = {}) {
  return LosetQuickLex<std::remove_reference_t<Visit>>(loset, interval, which, short_cut, visit, limits,
                                                       std::move(whole))
      .run(counts);
}
template <class Visit>
bool loset_quick_lex(const Loset& loset, Class which, ShortCut short_cut, Visit&& visit,
                     LexCounts* counts = nullptr, const ReachLimits& limits = {}) {
  return loset_quick_lex(loset, Interval{loset.initial(), loset.final()}, which, short_cut, visit, counts,
                         limits);
}

}  // namespace heddle::states
