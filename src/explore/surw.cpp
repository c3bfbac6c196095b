// SPDX-License-Identifier: Apache-2.0
#include "explore/surw.h"

namespace heddle::explore {

void Surw::begin() {
  Sampling::begin();
  profile_.begin();
  const auto shared = profile_.shared();
  object_ = shared.empty() ? ~std::uint32_t{0} : shared[below(shared.size())];
  intended_ = schedule::kNoThread;
}

bool Surw::is_interesting(const Operation& operation) const {
  for (const Access& access : operation.touched())
    if (access.object == object_) return true;
  return false;
}

void Surw::intend() {
  std::uint64_t all = 0;
  for (Thread thread = 0; thread < profile_.threads(); ++thread) all += profile_.left(thread, object_);
  intended_ = schedule::kNoThread;
  if (all == 0) return;
  std::uint64_t pick = below(all);
  for (Thread thread = 0; intended_ == schedule::kNoThread; ++thread) {
    if (pick < profile_.left(thread, object_)) intended_ = thread;
    pick -= pick < profile_.left(thread, object_) ? 0 : profile_.left(thread, object_);
  }
}

Thread Surw::choose(const Moment& moment) {
  if (intended_ == schedule::kNoThread) intend();
  // Whoever is not meant waits in front of what is interesting; if all do, the intention was wrong.
  for (int round = 0; round < 2; ++round) {
    const Thread taken = took_any(moment, [&](Thread thread, const Operation& next) {
      return round == 1 || thread == intended_ || intended_ == schedule::kNoThread || !is_interesting(next);
    });
    if (taken != schedule::kNoThread) return taken;
  }
  return schedule::kNoThread;
}

void Surw::performed(const Operation& operation) {
  const Thread thread = schedule_.back().thread;
  profile_.performed(thread, operation);
  if (is_interesting(operation)) intended_ = schedule::kNoThread;
}

bool Surw::finish(const Moment& moment) {
  profile_.finish();
  return Sampling::finish(moment);
}

}  // namespace heddle::explore
