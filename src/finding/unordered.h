// SPDX-License-Identifier: Apache-2.0
// A data race in words: what it is on, and why nothing orders the two accesses: what their threads held, what was atomic.
#pragma once

#include <string>

#include "finding/finding.h"

namespace heddle::finding {

std::string lock_words(const std::string& lock);  // "guard (shared)" → "`guard` (shared)"
std::string bare_lock(std::string lock);          // "guard"
std::string race_message(const std::string& variable, std::uint64_t bytes);
std::string why_unordered(const Step& first, const Step& second);
// Of an atomic that passed from one to the other between the two accesses, and orders nothing: "The store of `ready` at
// app.cpp:7 is relaxed: …". Empty: there is none.
std::string why_atomic_orders_nothing(const std::vector<Step>& schedule, const Step& first,
                                      const Step& second);

// Of two accesses that C11 and C++11 to C++17 do order, by a relaxed store that follows a release store of its thread; C++20
// took that rule away. Empty: it is not so, as far as the schedule tells.
std::string ordered_by_older_standards(const std::vector<Step>& schedule, const Step& first,
                                       const Step& second);

}  // namespace heddle::finding
