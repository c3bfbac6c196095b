// SPDX-License-Identifier: Apache-2.0
#include "explore/native/advice.h"

#include <cstdio>
#include <cstring>

#include <sys/mman.h>

#include "base/hash.h"
#include "explore/native/result.h"
#include "explore/native/session.h"

namespace heddle::explore {
namespace {

using control::Ordered;
using control::OrderSite;

constexpr std::uint8_t kRelaxed = 0, kAcquire = 2, kRelease = 3, kAcqRel = 4, kSeqCst = 5;

// The orders just below one, of the kind; how many.
std::uint32_t next_weaker(Ordered kind, std::uint8_t order, std::uint8_t weaker[2]) {
  const bool both = kind == Ordered::modification || kind == Ordered::fence;
  switch (order) {
    case kSeqCst:
      weaker[0] = both ? kAcqRel : kind == Ordered::load ? kAcquire : kRelease;
      return 1;
    case kAcqRel:
      weaker[0] = kRelease;
      weaker[1] = kAcquire;
      return 2;
    case kRelaxed:
      return 0;
    default:
      weaker[0] = kRelaxed;
      return 1;
  }
}
// Is the first at least as strong as the second?
bool covers(std::uint8_t strong, std::uint8_t weak) {
  if (strong == weak || strong == kSeqCst || weak == kRelaxed) return true;
  return strong == kAcqRel && weak != kSeqCst;
}

struct Trial {
  bool passes = false, ended = false, failed = false;
  control::FailureKind kind = control::FailureKind::data_race;
  char message[200] = {};
};

class Advisor {
 public:
  Advisor(const Session& session, Advice& advice) : session_(session), advice_(advice) {
    const control::OrderSites& known = session.shared().order_sites;
    advice.repairs = session.shared().failure.exists;
    advice.whole = !known.overflow;
    advice.count = known.count;
    for (std::uint32_t i = 0; i < known.count; ++i)
      advice.places[i].site = advice.places[i].better = known.all[i];
  }

  void weaken() {
    for (std::uint32_t i = 0; i < advice_.count; ++i) weaken(i, {});
  }

  void repair() {
    const std::uint32_t count = advice_.count;
    for (std::uint32_t i = 0; i < count; ++i) strengthen(i);
    advice_.possible = count > 0 && attempt().passes;
    if (!advice_.possible) {
      for (std::uint32_t i = 0; i < count; ++i) restore(i);
      return;
    }
    if (!repair_by_few()) {
      for (std::uint32_t i = 0; i < count; ++i) {  // each is given up if the others do
        restore(i);
        if (!attempt().passes) strengthen(i);
      }
    }
    for (std::uint32_t i = 0; i < count; ++i)
      if (is_changed(i)) weaken(i, advice_.places[i].site);
  }

 private:
  static constexpr std::uint32_t kPairs = 24;  // places of which all pairs are tried

  bool is_changed(std::uint32_t i) const {
    const Advice::Place& place = advice_.places[i];
    return place.better.order != place.site.order || place.better.failure != place.site.failure;
  }
  void restore(std::uint32_t i) { advice_.places[i].better = advice_.places[i].site; }
  void strengthen(std::uint32_t i) {
    OrderSite& site = advice_.places[i].better;
    site.order = kSeqCst;
    if (site.compares) site.failure = kSeqCst;
  }

  bool repair_by_few() {
    const std::uint32_t count = advice_.count;
    for (std::uint32_t i = 0; i < count; ++i) restore(i);
    for (std::uint32_t i = 0; i < count; ++i) {
      strengthen(i);
      if (is_changed(i) && attempt().passes) return true;
      restore(i);
    }
    for (std::uint32_t i = 0; i < count && count <= kPairs; ++i)
      for (std::uint32_t j = 0; j < i; ++j) {
        strengthen(i);
        strengthen(j);
        if (is_changed(i) && is_changed(j) && attempt().passes) return true;
        restore(i);
        restore(j);
      }
    for (std::uint32_t i = 0; i < count; ++i) strengthen(i);
    return false;
  }

  // As weak as passes, but not below `least`.
  void weaken(std::uint32_t i, const OrderSite& least) {
    Advice::Place& place = advice_.places[i];
    if (place.site.compares) weaken(place, place.better.failure, Ordered::load, least.failure, true);
    weaken(place, place.better.order, place.site.kind, least.order, false);
  }
  void weaken(Advice::Place& place, std::uint8_t& order, Ordered kind, std::uint8_t least, bool of_failure) {
    std::uint8_t weaker[2];
    for (bool again = true; again;) {
      again = false;
      const std::uint8_t strong = order;
      const std::uint32_t count = next_weaker(kind, strong, weaker);
      for (std::uint32_t i = 0; i < count && !again; ++i) {
        if (!covers(weaker[i], least)) continue;
        order = weaker[i];
        const Trial trial = attempt();
        if (trial.passes) {
          again = true;
          break;
        }
        order = strong;
        place.is_needed = true;
        place.tried = weaker[i];
        place.tried_failure = of_failure;
        place.has_failure = trial.failed;
        place.kind = trial.kind;
        std::memcpy(place.message, trial.message, sizeof place.message);
      }
      if (again) place.is_needed = false;
    }
  }

  Trial attempt() {
    std::uint64_t hash = 0;
    changed_count_ = 0;
    for (std::uint32_t i = 0; i < advice_.count; ++i) {
      if (!is_changed(i)) continue;
      const OrderSite& site = advice_.places[i].better;
      changed_[changed_count_++] = site;
      hash = base::combine(hash, base::combine(i + 1, std::uint64_t{site.order} << 8 | site.failure));
    }
    for (std::uint32_t i = 0; i < remembered_count_; ++i)
      if (remembered_[i].hash == hash) return remembered_[i].trial;
    const Trial trial = run();
    if (remembered_count_ < kRemembered) remembered_[remembered_count_++] = {hash, trial};
    advice_.whole &= trial.ended;
    return trial;
  }

  Trial run() {
    Request request = session_.request();
    request.given.wishes.memory_model = asked_for_;
    request.settings.tried_orders = {changed_, changed_count_};
    Session session(request);
    session.search();
    ++advice_.trials;
    const control::Shared& shared = session.shared();
    Trial trial;
    trial.failed = shared.failure.exists;
    trial.ended = trial.failed || session.result().complete;
    trial.passes = !trial.failed && session.result().complete && session.result().bound[0] == 0;
    for (const std::uint64_t doubt : shared.doubts) trial.passes &= doubt == 0;
    trial.kind = shared.failure.kind;
    std::snprintf(trial.message, sizeof trial.message, "%s", shared.failure.message);
    return trial;
  }

  static constexpr std::uint32_t kRemembered = 4096;
  const Session& session_;
  Advice& advice_;
  const schedule::Word asked_for_ = session_.asked_model();
  OrderSite changed_[control::OrderSites::kMost];
  std::uint32_t changed_count_ = 0;
  struct {
    std::uint64_t hash;
    Trial trial;
  } remembered_[kRemembered];
  std::uint32_t remembered_count_ = 0;
};

// Not from malloc: what is allocated outside of executions counts as the test's own state.
void* map(std::size_t bytes) {
  void* memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "address space can be reserved");
  return memory;
}

}  // namespace

Advice* new_advice(const Session& session) {
  auto* advice = new (map(sizeof(Advice))) Advice();
  void* memory = map(sizeof(Advisor));
  auto* advisor = new (memory) Advisor(session, *advice);
  if (advice->repairs)
    advisor->repair();
  else if (exit_status(session) == 0)
    advisor->weaken();
  else
    advice->whole = false;
  munmap(memory, sizeof(Advisor));
  return advice;
}

void delete_advice(Advice* advice) {
  if (advice != nullptr) munmap(advice, sizeof(Advice));
}

}  // namespace heddle::explore
