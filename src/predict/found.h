// SPDX-License-Identifier: Apache-2.0
// What the predictions of races and of deadlocks have in common: what they ask, and what they have found so far, one
// for each `Key`, a certain one if there is one.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "predict/prediction.h"
#include "predict/same_reads.h"

namespace heddle::predict {

template <class Key>
class Found {
 protected:
  Found(const Recording& recording, const Referee& referee, const PredictionLimits& limits,
        PredictionCounts& counts)
      : recording_(recording),
        referee_(referee),
        limits_(limits),
        counts_(counts),
        stop_(limits.reach.stop),
        same_reads_(recording, referee),
        followed_(recording, recording.followed()),
        recorded_(recording, recording.must()),
        held_(recording.must()) {}

  const Predicted* found(const Key& key) const {
    const auto known = found_.find(key);
    return known == found_.end() ? nullptr : &known->second;
  }
  bool is_certain(const Key& key) const {
    const Predicted* known = found(key);
    return known != nullptr && known->certain();
  }
  bool all_certain() const {
    return std::all_of(found_.begin(), found_.end(), [](const auto& one) { return one.second.certain(); });
  }
  // Whether a meeting is still to become a prediction: not if there are more than wanted.
  bool has_room(const Key& key, const Meeting& meeting) {
    if (found(key) == nullptr && found_.size() >= limits_.findings) {
      full_ = true;
      return false;
    }
    counts_.reordered += meeting.way == Way::reordered || meeting.way == Way::same_reads;
    return true;
  }
  // A certain one replaces a possible one.
  void keep(const Key& key, Predicted predicted) {
    if (found(key) == nullptr || predicted.certain()) found_.insert_or_assign(key, std::move(predicted));
  }
  // In the order of the recording; afterwards there are none.
  std::vector<Predicted> all() {
    std::vector<Predicted> all;
    for (auto& [key, predicted] : found_) all.push_back(std::move(predicted));
    std::sort(all.begin(), all.end(),
              [](const Predicted& a, const Predicted& b) { return a.events < b.events; });
    return all;
  }

  const Recording& recording_;
  const Referee& referee_;
  const PredictionLimits& limits_;
  PredictionCounts& counts_;
  base::StopCheck stop_;
  SameReads same_reads_;
  Closure followed_, recorded_;
  HeldSets held_;
  bool full_ = false;  // there are more findings than wanted

 private:
  std::map<Key, Predicted> found_;
};

}  // namespace heddle::predict
