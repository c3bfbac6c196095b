// SPDX-License-Identifier: Apache-2.0
// What may fail for no reason: a wait on a condition wakes up, a weak compare-exchange does not exchange, a timed
// wait runs out although others could go on. Each thread is let do so a few times in an execution. More
// often makes no difference where the thread looks again whether it has to wait: it comes back to the same
// place in the same state, and has changed nothing. Whether it does is seen where it happens, of every place
// in the program at which it can: a place is *idle* if the thread came back, *busy* if it went another way although
// nothing that it looks at had changed, and *cut* if it was not let fail there once more. The search is
// complete if every place that was cut is idle and not busy. Else it is made again with a larger bound, as long
// as that is worth trying (session.cpp).
//
// What a clean answer rests on: a place that was idle whenever a thread failed there for the first time stays
// so after it has failed elsewhere.
#include "runtime/control/bounds.h"

#include "base/hash.h"
#include "runtime/control/loops.h"

namespace heddle::control {
namespace {

Shared::Site* site_of(const Controlled& self, Baseless kind, const void* pc) {
  // The call may come from a library, which calls for many places of the program.
  std::uint64_t key =
      base::combine(static_cast<std::uint64_t>(kind) + 1, reinterpret_cast<std::uintptr_t>(pc));
  const std::uint32_t depth = self.depth < Controlled::kFrames ? self.depth : 0;
  for (std::uint32_t i = 0; i < depth; ++i) key = base::combine(key, self.frames[i]);
  if (const std::uint64_t caller = caller_on_stack(self)) key = base::combine(key, caller);
  Shared& shared = *world.shared;
  const SharedLock lock;
  for (std::uint32_t i = 0; i < shared.sites_count; ++i)
    if (shared.sites[i].key == key) return &shared.sites[i];
  if (shared.sites_count == Shared::kSites) {
    shared.sites_overflow = true;
    return nullptr;
  }
  Shared::Site& site = shared.sites[shared.sites_count++];
  site = {key, kind, false, false, false};
  return &site;
}

int& left(Controlled& self, Baseless kind) {
  return kind == Baseless::timeout ? self.timeouts : self.spurious;
}

}  // namespace

void may_come_back(Controlled& self, const void* pc) {
  keep_registers(self);
  if (!self.failed.exists || self.failed.pc != reinterpret_cast<std::uintptr_t>(pc)) return;
  const bool is_same = self.failed.state == kept_state(self) && is_undone(self, self.failed.visit);
  if (is_same) {
    if (self.failed.site != nullptr) self.failed.site->idle = true;
    self.failed.exists = false;
  } else {
    goes_another_way(self);
  }
}

bool may_be_baseless(Controlled& self, Baseless kind, const void* pc) {
  if (left(self, kind) > 0) return true;
  // It came back from here before, in this state: once more makes no difference.
  const std::uint64_t state = kept_state(self);
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  for (std::uint32_t i = self.visits_count; i-- > 0;) {
    const Visit& visit = self.visits[i];
    if (visit.pc != place || !visit.baseless || visit.state != state || !is_undone(self, i)) continue;
    if (kind == Baseless::timeout) await_again(self, i);
    return false;
  }
  if (Shared::Site* site = site_of(self, kind, pc)) site->cut = true;
  return false;
}

void is_baseless(Controlled& self, Baseless kind, const void* pc, std::initializer_list<Visit> visits) {
  --left(self, kind);
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  const std::uint64_t state = kept_state(self);
  self.failed.exists = false;
  for (Visit visit : visits) {
    const bool is_first = !self.failed.exists;
    if (is_first) {
      visit.pc = place;
      visit.state = state;
      visit.baseless = true;
    }
    push_visit(self, visit);
    if (is_first) self.failed = {true, site_of(self, kind, pc), place, state, self.visits_count - 1};
  }
}

void goes_another_way(Controlled& self) {
  if (self.failed.exists && self.failed.site != nullptr && !has_met_others(self, self.failed.visit))
    self.failed.site->busy = true;
  self.failed.exists = false;
}

bool is_cut(const Shared& shared, Baseless kind) {
  if (shared.sites_overflow) return true;
  for (std::uint32_t i = 0; i < shared.sites_count; ++i) {
    const Shared::Site& site = shared.sites[i];
    if (site.kind == kind && site.cut && (site.busy || !site.idle)) return true;
  }
  return false;
}

bool is_busy(const Shared& shared, Baseless kind) {
  for (std::uint32_t i = 0; i < shared.sites_count; ++i)
    if (shared.sites[i].kind == kind && shared.sites[i].cut && shared.sites[i].busy) return true;
  return shared.sites_overflow;
}

void forget_sites(Shared& shared) {
  shared.sites_count = 0;
  shared.sites_overflow = false;
}

}  // namespace heddle::control
