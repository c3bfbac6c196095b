// SPDX-License-Identifier: Apache-2.0
// Which memory orders does the program need? Orders are replaced where they are used (runtime/control/orders.h), and the
// search is run again: no source is changed, nothing is compiled anew.
//
// A program that passes: each place in turn gets the next weaker order, as long as every execution still passes; what
// passed stays. So all that is said to be possible is possible together, and no single place of the result can be
// weaker: each has the failure that comes of the next weaker order. (Another set of orders may be as weak.)
// A program that fails: with seq_cst everywhere, and a fence beside each operation, it may still fail; then no order repairs
// it. Else one change is looked for that repairs it: seq_cst at a place, or a fence before or behind it. If there is none,
// all orders are taken and given up one by one, then all fences; of the two sets that are left the smaller one counts, unless
// two changes do. (More cannot be wrong: what is stronger allows fewer executions.) What is left is weakened as above, but not below
// what the program had.
//
// A trial that does not end, or has a doubt, counts as failed: `whole` tells. What was tried is remembered. Of each order
// that is needed the execution is kept that fails with the next weaker one, shortened and recorded as any finding.
// Time: as many searches as there are places times orders, or pairs of places.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/failures.h"
#include "runtime/control/orders.h"

namespace heddle::explore {

class Session;

struct Advice {
  // What can be changed at a place: its order, that of a compare-exchange's failure, the fences around it.
  enum class Part : std::uint8_t { order, failure, before, after };
  static constexpr Part kParts[] = {Part::order, Part::failure, Part::before, Part::after};
  // Why it is not weaker.
  struct Need {
    bool is_needed = false;    // the next weaker order than the better one was tried, and failed
    bool has_failure = false;  // how; else the trial did not come to an end
    std::uint8_t tried = 0;
    control::FailureKind kind = control::FailureKind::data_race;
    char message[200] = {};
    char* execution = nullptr;  // that fails, as JSON (result.h); nullptr: it was not found again
    std::size_t execution_bytes = 0;
  };
  struct Place {
    control::OrderSite site;    // as the program has it
    control::OrderSite better;  // and as it should be
    Need needs[4];              // by part
  };
  static std::uint8_t& order_of(control::OrderSite& site, Part part) {
    return part == Part::order     ? site.order
           : part == Part::failure ? site.failure
           : part == Part::before  ? site.before
                                   : site.after;
  }
  bool repairs = false;   // the program fails: stronger orders were looked for
  bool possible = false;  // and found
  bool whole = true;      // every trial came to an end, and every place was tried
  std::uint32_t trials = 0;
  std::uint32_t count = 0;
  Place places[control::OrderSites::kMost];
};

Advice* new_advice(const Session& session);
void delete_advice(Advice* advice);

}  // namespace heddle::explore
