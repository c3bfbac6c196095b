// SPDX-License-Identifier: Apache-2.0
// Races of the same two places of the source are one mistake, whatever parts of an array or a container they are on and
// whichever of the two lines' accesses meet: they are told as one finding.
#pragma once

#include <string>
#include <vector>

#include "finding/finding.h"

namespace heddle::finding {

// Equal for two races of the same places; empty: this is no race, or its places are not known.
std::string places_of_race(const Finding& finding);

// `first` stands for `other`, too: it counts, and the variable of a race is told in a note.
void add_same_places(Finding& first, const Finding& other);

// The surest of those with the same places stays, where the first of them was.
void merge_same_places(std::vector<Finding>& findings);

}  // namespace heddle::finding
