// SPDX-License-Identifier: Apache-2.0
// What may fail for no reason: a wait on a condition wakes up, a weak compare-exchange does not exchange, a timed
// wait runs out although others could go on. Each thread is let do so a few times in an execution. More
// often makes no difference where the thread looks again whether it has to wait: it comes back to the same
// place in the same state, and has changed nothing. Whether it does is seen where it happens, of every place
// in the program at which it can: a place is *idle* if the thread came back, *busy* if it came back in another state,
// *astray* if it went another way, both although nothing that it looks at had changed, the time included, and *cut*
// if it was not let fail there once more.
//
// The first failure in a row is the first level, and so on. A place may be busy at first, when a round leaves
// something on the stack that was not there before, and idle from the second level on; one that counts its
// failures is busy at all of them. The search is complete if no place that was cut is astray, and each has a level
// at which it is idle and never busy. Else it is made again with a larger bound, as long as that is worth
// trying (session.cpp).
//
// What a clean answer rests on: a place that is idle after so many failures in a row stays so after the thread
// has failed elsewhere.

#include "runtime/control/bounds.h"

#include "base/hash.h"
#include "runtime/control/loops.h"
#include "runtime/control/modules.h"
#include "runtime/control/recorded.h"
#include "schedule/places.h"

namespace heddle::control {
namespace {

// The first address of the program's code on its stack.
std::uint64_t caller_on_stack(const Controlled& self) {
  constexpr std::size_t kWords = 64;
  const auto* at = reinterpret_cast<const std::uint64_t*>(self.registers[6]);
  for (std::size_t i = 0; i < kWords && at + i < static_cast<const std::uint64_t*>(self.stack_top); ++i)
    if (is_own_code(at[i])) return at[i];
  return 0;
}

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
  site = {key, kind, 0, 0, false, false};
  return &site;
}

constexpr std::uint8_t kLevels = 8;

int& left(Controlled& self, Baseless kind) {
  return kind == Baseless::timeout ? self.timeouts : self.spurious;
}

}  // namespace

void may_come_back(Controlled& self, const void* pc) {
  keep_registers(self);
  Failed& failed = self.failed;
  if (!failed.exists || failed.pc != reinterpret_cast<std::uintptr_t>(pc)) return;
  const bool is_same = failed.state == kept_state(self) && is_undone(self, failed.visit);
  failed.exists = false;
  failed.next = is_same ? failed.level : 0;
  if (!is_same && (has_met_others(self, failed.visit) || self.clock.time != failed.time)) return;
  if (!is_same && failed.level < kLevels) failed.next = static_cast<std::uint8_t>(failed.level + 1);
  if (failed.site == nullptr) return;
  const auto bit = static_cast<std::uint8_t>(1U << (failed.level - 1));
  (is_same ? failed.site->idle : failed.site->busy) |= bit;
}

bool may_be_baseless(Controlled& self, Baseless kind, const void* pc) {
  if (left(self, kind) > 0) return true;
  // It came back from here before, in this state: once more makes no difference. Only once more of the same: that a wait
  // woke up for nothing does not say what its caller does when its time has run out.
  const std::uint64_t state = kept_state(self);
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  for (std::uint32_t i = self.visits_count; i-- > 0;) {
    const Visit& visit = self.visits[i];
    if (visit.pc != place || !visit.baseless || visit.how != kind || visit.state != state ||
        !is_undone(self, i))
      continue;
    if (kind == Baseless::timeout) await_again(self, i);
    return false;
  }
  if (Shared::Site* site = site_of(self, kind, pc)) site->cut = true;
  return false;
}

void is_baseless(Controlled& self, Baseless kind, const void* pc, std::initializer_list<Visit> visits) {
  --left(self, kind);
  ++world.shared->baseless;
  if (world.recording) note_baseless(kind);
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  const std::uint64_t state = kept_state(self);
  const bool in_a_row = self.failed.pc == place && self.failed.next != 0;
  const std::uint8_t level = in_a_row ? self.failed.next : std::uint8_t{1};
  self.failed.exists = false;
  for (Visit visit : visits) {
    const bool is_first = !self.failed.exists;
    if (is_first) {
      visit.pc = place;
      visit.state = state;
      visit.baseless = true;
      visit.how = kind;
    }
    push_visit(self, visit);
    if (is_first) self.failed = {true, site_of(self, kind, pc), place, state, self.visits_count - 1, level};
    self.failed.time = self.clock.time;
  }
}

void goes_another_way(Controlled& self) {
  if (self.failed.exists && self.failed.site != nullptr && self.clock.time == self.failed.time &&
      !has_met_others(self, self.failed.visit))
    self.failed.site->astray = true;
  self.failed.exists = false;
  self.failed.next = 0;
}

OnTheWayBack::OnTheWayBack(Controlled& self, Object& lock)
    : self_(self),
      failed_(self.failed),
      visits_(self.visits_count),
      written_(self.written_count),
      visit_{.object = &lock, .found = content(lock), .baseless = true} {
  if (failed_.exists) self.failed.exists = false, self.failed.next = 0;
}

void OnTheWayBack::performed() {
  if (!failed_.exists) return;
  self_.failed = failed_;
  self_.visits_count = visits_;
  self_.written_count = written_;
  keep_visit(self_, visit_);
  push_visit(self_, visit_);
}

bool is_cut(const Shared& shared, Baseless kind) {
  if (shared.sites_overflow) return true;
  for (std::uint32_t i = 0; i < shared.sites_count; ++i) {
    const Shared::Site& site = shared.sites[i];
    const schedule::FailurePlace place{.key = site.key,
                                       .kind = static_cast<std::uint8_t>(site.kind),
                                       .idle = site.idle,
                                       .busy = site.busy,
                                       .astray = site.astray,
                                       .cut = site.cut};
    if (site.kind == kind && place.may_matter()) return true;
  }
  return false;
}

void forget_sites(Shared& shared) {
  shared.sites_count = 0;
  shared.sites_overflow = shared.late_cut = false;
}

}  // namespace heddle::control
