// SPDX-License-Identifier: Apache-2.0
// The rule book of synchronisation, asked and obeyed: rules.cpp.
#pragma once

#include <cstdint>

#include <time.h>

#include "runtime/control/objects.h"
#include "sync/book.h"

namespace heddle::control {

sync::Caller caller_of(const Object& object);  // the current thread
// What the book says; misuse is a failure.
sync::Ruling ruled(sync::Call call, const Object& object, const void* pc,
                   const sync::Arguments& arguments = {});
// Of the object as if it were in that state: under a weak memory model the graph knows which it is in. The call's value.
int foretold(sync::Call call, const Object& object, const sync::State& state,
             const sync::Arguments& arguments, const void* pc);
void misused(sync::Object kind, sync::Misuse misuse, std::uint64_t address, const void* pc);
// The answer happens to the object: its state, who has it, what is ordered.
void apply(const sync::Answer& answer, Object& object);
sync::Arguments until(const timespec* time, clockid_t clock);  // for timed calls

}  // namespace heddle::control
