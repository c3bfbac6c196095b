// SPDX-License-Identifier: Apache-2.0
// Makes a reader hand out only what an execution can produce (execution_rules.h).
#pragma once

#include <memory>

#include "trace/trace.h"

namespace heddle::trace {

// Strict: the first event that breaks a rule is an Error. Lenient: such events are left out, and doubts()
// says how many and which; positions then count the events that are left.
std::unique_ptr<TraceReader> check_execution(std::unique_ptr<TraceReader> reader, ReadOptions options);

}  // namespace heddle::trace
