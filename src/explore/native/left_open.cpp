// SPDX-License-Identifier: Apache-2.0
// What a search that has ended leaves open: failures without a reason that were let happen only so often, and races that
// were passed over. Bounds that are cheap to raise are raised, and the search runs again; the others are doubts.
#include <algorithm>

#include "explore/native/session.h"
#include "runtime/control/bounds.h"
#include "runtime/control/modules.h"

namespace heddle::explore {

// What was let fail without a reason so often may make a difference if it fails more often. True: it is to be
// tried.
bool Session::deepen() {
  using control::Baseless;
  using control::Doubt;
  constexpr std::uint64_t kCheap = 5000;  // executions
  control::Settings& settings = request_.settings;
  schedule::Wishes& wishes = request_.given.wishes;
  bool again = false;
  const auto raise = [&](bool cut, std::uint32_t& bound, std::uint64_t& wish, std::uint32_t most) {
    if (!cut || !may_deepen_ || is_fixed_ || bound >= most) return;
    wish = bound *= 2;
    again = true;
  };
  const bool is_cheap = (shares_graphs() ? all_executions_ : result_->executions) < kCheap;
  raise(control::is_cut(*shared_, Baseless::wake_up) || control::is_cut(*shared_, Baseless::exchange),
        settings.spurious, wishes.spurious, is_cheap ? 8 : 2);
  raise(control::is_cut(*shared_, Baseless::timeout), settings.timeouts, wishes.timeouts, is_cheap ? 16 : 4);
  raise(shared_->late_cut, settings.late, wishes.late, is_cheap && request_.options.model == "sc" ? 8 : 1);
  if (again) return true;
  const auto is_cut = [&](Baseless kind) { return control::is_cut(*shared_, kind); };
  if (!is_cut(Baseless::wake_up) && !is_cut(Baseless::exchange) && !is_cut(Baseless::timeout) &&
      !shared_->late_cut)
    return false;
  // Where one bound may have hidden something, all that executions came to are told: with a larger one of the first, another
  // may be the next to.
  const auto is_met = [&](Baseless kind) {
    return shared_->sites_overflow ||
           std::any_of(shared_->sites, shared_->sites + shared_->sites_count,
                       [&](const control::Shared::Site& each) { return each.kind == kind && each.cut; });
  };
  if (is_met(Baseless::wake_up) || is_met(Baseless::exchange))
    control::doubt(*shared_, Doubt::more_baseless, nullptr);
  if (is_met(Baseless::timeout)) control::doubt(*shared_, Doubt::more_timeouts, nullptr);
  if (shared_->late_cut) control::doubt(*shared_, Doubt::more_late, nullptr);
  return false;
}

// Behind a race that is no finding, C++ says nothing, and instrumentation may have left accesses out.
void Session::doubt_races() {
  const bool passes_over = request_.settings.keep_going && !request_.settings.races_meant;
  if (passes_over && shared_->race_kept) control::doubt(*shared_, control::Doubt::kept_race, nullptr);
  if (shared_->any_racy_word() && !control::tells_every_access())
    control::doubt(*shared_, control::Doubt::untold_access, nullptr);
}

}  // namespace heddle::explore
