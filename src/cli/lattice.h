// SPDX-License-Identifier: Apache-2.0
// The global states of a poset for a picture: each of a few, or how many there are by level.
#pragma once

#include <functional>

#include "cli/limits.h"
#include "finding/finding.h"
#include "order/poset.h"

namespace heddle::cli {

// Adds them to the report, with the way of its first finding's witness, and of a few states those in which it `holds`
// (without a predicate the witness's last one, if there is one). Nothing if there are too many to count by looking at each.
void add_lattice(const order::Poset& poset, const event::Names& names,
                 const std::function<bool(const order::Index*)>& holds, Limits& limits,
                 finding::Report& report);

}  // namespace heddle::cli
