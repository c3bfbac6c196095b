// SPDX-License-Identifier: Apache-2.0
// What fails for no reason, and how often it is let: bounds.cpp.
#pragma once

#include <initializer_list>

#include "runtime/control/thread.h"

namespace heddle::control {

// In a hook at which it can happen, first of all: keeps the registers of the hook's caller.
void may_come_back(Controlled& self, const void* pc);
// May it happen once more? If not, that is noted, unless it would make no difference.
bool may_be_baseless(Controlled& self, Baseless kind, const void* pc);
// It happened, with these visits.
void is_baseless(Controlled& self, Baseless kind, const void* pc, std::initializer_list<Visit> visits);
// Under a weak memory model what a call itself changes counts as another way: a failure that follows on one at the same
// place is the next one in its row nevertheless.
class BaselessRow {
 public:
  explicit BaselessRow(const Controlled& self) : next_(self.failed.next) {}  // after may_come_back
  void goes_on(Controlled& self) const { self.failed.next = next_; }

 private:
  std::uint8_t next_;
};
// Around a step on a lock under a weak memory model, between a failure and coming back from it: that a lock is taken and
// given back is no other way, as under sequential consistency. What the step leaves counts, and is compared in the end.
class OnTheWayBack {
 public:
  explicit OnTheWayBack(Controlled& self, Object& lock);
  void performed();  // what comes of it is in the lock's state

 private:
  Controlled& self_;
  Failed failed_;
  std::uint32_t visits_, written_;
  Visit visit_;
};
// The thread does something that does not lead back.
void goes_another_way(Controlled& self);

bool is_cut(const Shared& shared, Baseless kind);  // after a search: it may make a difference
void forget_sites(Shared& shared);

}  // namespace heddle::control
