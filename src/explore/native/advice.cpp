// SPDX-License-Identifier: Apache-2.0
#include "explore/native/advice.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

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

// Not from malloc: what is allocated outside of executions counts as the test's own state.
void* map(std::size_t bytes) {
  void* memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "address space can be reserved");
  return memory;
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
    for (std::uint32_t i = 0; i < advice_.count; ++i)
      for (const Part part : {Part::failure, Part::order}) weaken(i, part, kRelaxed);
  }

  void repair() {
    list_changes();
    for (std::uint32_t i = 0; i < orders_; ++i) make(i);
    const bool by_orders = attempt().passes;
    for (std::uint32_t i = orders_; i < changes_count_ && !by_orders; ++i) make(i);
    advice_.possible = changes_count_ > 0 && (by_orders || attempt().passes);
    if (!advice_.possible)
      undo_all();
    else if (!repair_by_one())
      repair_by_part(by_orders);
    for (std::uint32_t i = 0; i < advice_.count; ++i)
      for (const Part part : Advice::kParts)
        if (is_changed(i, part)) weaken(i, part, Advice::order_of(advice_.places[i].site, part));
  }

  // What fails without each order that is needed.
  void find_executions() {
    for (std::uint32_t i = 0; i < advice_.count; ++i)
      for (const Part part : Advice::kParts) {
        Advice::Need& need = need_of(i, part);
        const bool is_finding =  // the execution that is told anyway
            advice_.repairs && need.tried == Advice::order_of(advice_.places[i].site, part);
        if (!need.is_needed || !need.has_failure || is_finding) continue;
        std::uint8_t& order = better(i, part);
        const std::uint8_t kept = order;
        order = need.tried;
        note_changed();
        find_execution(need);
        order = kept;
      }
  }

 private:
  using Part = Advice::Part;
  // One thing that is done for a repair: seq_cst at a place, or a fence beside it.
  struct Change {
    std::uint32_t place;
    Part part;
  };
  static constexpr std::uint32_t kPairs = 48;  // changes of which all pairs are tried

  std::uint8_t& better(std::uint32_t i, Part part) {
    return Advice::order_of(advice_.places[i].better, part);
  }
  Advice::Need& need_of(std::uint32_t i, Part part) {
    return advice_.places[i].needs[static_cast<std::size_t>(part)];
  }
  bool is_changed(std::uint32_t i, Part part) {
    return better(i, part) != Advice::order_of(advice_.places[i].site, part);
  }
  bool is_changed(std::uint32_t i) {
    for (const Part part : Advice::kParts)
      if (is_changed(i, part)) return true;
    return false;
  }

  // Orders first. A fence before a load stands behind what comes before it.
  void list_changes() {
    const auto list = [&](std::uint32_t place, Part part) { changes_[changes_count_++] = {place, part}; };
    for (std::uint32_t i = 0; i < advice_.count; ++i) {
      const OrderSite& site = advice_.places[i].site;
      if (site.order != kSeqCst || (site.compares && site.failure != kSeqCst)) list(i, Part::order);
    }
    orders_ = changes_count_;
    for (std::uint32_t i = 0; i < advice_.count; ++i) {
      const Ordered kind = advice_.places[i].site.kind;
      if (kind == Ordered::fence) continue;
      if (kind != Ordered::load) list(i, Part::before);
      list(i, Part::after);
    }
  }
  void make(std::uint32_t change) {
    const auto [place, part] = changes_[change];
    better(place, part) = kSeqCst;
    if (part == Part::order && advice_.places[place].site.compares) better(place, Part::failure) = kSeqCst;
  }
  void undo(std::uint32_t change) {
    const auto [place, part] = changes_[change];
    OrderSite& site = advice_.places[place].site;
    better(place, part) = Advice::order_of(site, part);
    if (part == Part::order) better(place, Part::failure) = site.failure;
  }
  void undo_all() {
    for (std::uint32_t i = 0; i < changes_count_; ++i) undo(i);
  }

  bool repair_by_one() {
    undo_all();
    for (std::uint32_t i = 0; i < changes_count_; ++i) {
      make(i);
      if (attempt().passes) return true;
      undo(i);
    }
    return false;
  }
  bool repair_by_two() {
    for (std::uint32_t i = 0; i < changes_count_ && changes_count_ <= kPairs; ++i)
      for (std::uint32_t j = 0; j < i; ++j) {
        undo_all();
        make(i);
        make(j);
        if (attempt().passes) return true;
      }
    return false;
  }
  // The changes from `first` to `last`, each given up if the others do; how many are left. None does: more than there are.
  std::uint32_t give_up(std::uint32_t first, std::uint32_t last) {
    undo_all();
    for (std::uint32_t i = first; i < last; ++i) make(i);
    if (!attempt().passes) return changes_count_ + 1;
    std::uint32_t left = 0;
    for (std::uint32_t i = first; i < last; ++i) {
      undo(i);
      if (attempt().passes) continue;
      make(i);
      ++left;
    }
    return left;
  }
  void repair_by_part(bool by_orders) {
    const std::uint32_t left = give_up(0, by_orders ? orders_ : changes_count_);
    for (std::uint32_t i = 0; i < advice_.count; ++i) best_[i] = advice_.places[i].better;
    const std::uint32_t fences = by_orders ? give_up(orders_, changes_count_) : left;
    if (std::min(left, fences) > 2 && repair_by_two()) return;
    if (left <= fences)
      for (std::uint32_t i = 0; i < advice_.count; ++i) advice_.places[i].better = best_[i];
    else
      give_up(orders_, changes_count_);  // as before, from memory
  }

  // As weak as passes, but not below `least`.
  void weaken(std::uint32_t i, Part part, std::uint8_t least) {
    const OrderSite& site = advice_.places[i].site;
    const Ordered kind = part == Part::order     ? site.kind
                         : part == Part::failure ? Ordered::load
                                                 : Ordered::fence;
    std::uint8_t& order = better(i, part);
    Advice::Need& need = need_of(i, part);
    std::uint8_t weaker[2];
    for (bool again = true; again;) {
      again = false;
      const std::uint8_t strong = order;
      const std::uint32_t count = next_weaker(kind, strong, weaker);
      for (std::uint32_t j = 0; j < count && !again; ++j) {
        if (!covers(weaker[j], least)) continue;
        order = weaker[j];
        const Trial trial = attempt();
        again = trial.passes;
        if (again) break;
        order = strong;
        need.is_needed = true;
        need.tried = weaker[j];
        need.has_failure = trial.failed;
        need.kind = trial.kind;
        std::memcpy(need.message, trial.message, sizeof need.message);
      }
      if (again) need.is_needed = false;
    }
  }

  std::uint64_t note_changed() {
    std::uint64_t hash = 0;
    changed_count_ = 0;
    for (std::uint32_t i = 0; i < advice_.count; ++i) {
      if (!is_changed(i)) continue;
      const OrderSite& site = advice_.places[i].better;
      changed_[changed_count_++] = site;
      const std::uint64_t orders = std::uint64_t{site.order} << 24 | std::uint64_t{site.failure} << 16 |
                                   std::uint64_t{site.before} << 8 | site.after;
      hash = base::combine(hash, base::combine(i + 1, orders));
    }
    return hash;
  }

  Trial attempt() {
    const std::uint64_t hash = note_changed();
    for (std::uint32_t i = 0; i < remembered_count_; ++i)
      if (remembered_[i].hash == hash) return remembered_[i].trial;
    const Trial trial = run();
    if (remembered_count_ < kRemembered) remembered_[remembered_count_++] = {hash, trial};
    advice_.whole &= trial.ended;
    return trial;
  }

  Request request() const {
    Request request = session_.request();
    request.given.wishes.memory_model = asked_for_;
    request.given.wishes.advise = false;
    request.settings.tried_orders = {changed_, changed_count_};
    return request;
  }
  Trial run() {
    Session session(request());
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
  void find_execution(Advice::Need& need) {
    Session session(request());
    session.run();
    if (!session.shared().failure.exists) return;
    const int file = memfd_create("heddle-execution", MFD_CLOEXEC);
    if (file < 0) return;
    write_execution(file, session);
    const off_t end = lseek(file, 0, SEEK_END);
    const auto bytes = static_cast<std::size_t>(end > 0 ? end : 0);
    char* text = static_cast<char*>(map(bytes + 1));
    if (pread(file, text, bytes, 0) == end) {
      need.execution = text;
      need.execution_bytes = bytes + 1;
    } else {
      munmap(text, bytes + 1);
    }
    close(file);
  }

  static constexpr std::uint32_t kRemembered = 4096;
  const Session& session_;
  Advice& advice_;
  const schedule::Word asked_for_ = session_.asked_model();
  Change changes_[3 * control::OrderSites::kMost];
  std::uint32_t changes_count_ = 0, orders_ = 0;  // of which so many are orders
  OrderSite best_[control::OrderSites::kMost];
  OrderSite changed_[control::OrderSites::kMost];
  std::uint32_t changed_count_ = 0;
  struct {
    std::uint64_t hash;
    Trial trial;
  } remembered_[kRemembered];
  std::uint32_t remembered_count_ = 0;
};

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
  advisor->find_executions();
  munmap(memory, sizeof(Advisor));
  return advice;
}

void delete_advice(Advice* advice) {
  if (advice == nullptr) return;
  for (std::uint32_t i = 0; i < advice->count; ++i)
    for (const Advice::Need& need : advice->places[i].needs)
      if (need.execution != nullptr) munmap(need.execution, need.execution_bytes);
  munmap(advice, sizeof(Advice));
}

}  // namespace heddle::explore
