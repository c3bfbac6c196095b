// SPDX-License-Identifier: Apache-2.0
// Asks the rule book, and does to an object what it answers.
#include "runtime/control/rules.h"

#include <cstdio>

#include "runtime/control/hooks.h"
#include "runtime/control/locks.h"

namespace heddle::control {

sync::Caller caller_of(const Object& object) {
  const Controlled& self = *world.current;
  const Hold* hold = object.state.readers != 0 ? held_by(self, object) : nullptr;
  return {self.number, hold != nullptr ? hold->shared : 0};
}

void misused(sync::Object kind, sync::Misuse misuse, std::uint64_t address, const void* pc) {
  char message[160];
  const char* name = sync::name(kind);
  std::snprintf(message, sizeof message, "%s %s %s", name[0] == 'i' ? "an" : "a", name, sentence(misuse));
  const Place place = here(Action::release, address, 0, pc);
  fail(FailureKind::lock_misuse, message, address, 0, &place, 1);
}

static sync::Ruling ruled_in(const sync::State& state, sync::Call call, const Object& object, const void* pc,
                             const sync::Arguments& arguments) {
  const sync::Ruling ruling = rule(call, state, caller_of(object), arguments);
  if (ruling.misuse != sync::Misuse::none) [[unlikely]]
    misused(sync::row(call).object, ruling.misuse, object.key, pc);
  return ruling;
}

sync::Ruling ruled(sync::Call call, const Object& object, const void* pc, const sync::Arguments& arguments) {
  return ruled_in(object.state, call, object, pc, arguments);
}

int foretold(sync::Call call, const Object& object, const sync::State& state,
             const sync::Arguments& arguments, const void* pc) {
  return ruled_in(state, call, object, pc, arguments).answers[0].value;
}

void apply(const sync::Answer& answer, Object& object) {
  Controlled& self = *world.current;
  const sync::State before = object.state;
  object.state = answer.after;
  const bool had = before.owner == self.number, has = answer.after.owner == self.number;
  if (has && !had) hold(object, false);
  if (had && !has) let_go(object);
  if (answer.after.readers > before.readers) hold(object, true);
  if (answer.after.readers < before.readers) let_go(object);
  if (!answer.event) return;
  switch (*answer.event) {
    case event::Operation::wake:
      if (!answer.with_mutex) break;
      [[fallthrough]];
    case event::Operation::acquire:
      if (object.shared_any) acquire_from(self, object.shared);
      [[fallthrough]];
    case event::Operation::acquire_shared:
    case event::Operation::receive:
      if (object.published_any) acquire_from(self, object.published);
      break;
    case event::Operation::release:
      publish(self, object, false);
      break;
    case event::Operation::release_shared:
      publish_shared(self, object);
      break;
    case event::Operation::send:
      publish(self, object, true);
      break;
    default:  // orders nothing, or the caller knows better: a wait's mutex, a barrier's round, a thread's end
      break;
  }
}

sync::Arguments until(const timespec* time, clockid_t clock) {
  begins_to_wait(*world.current);
  sync::Arguments arguments;
  arguments.is_time = time->tv_nsec >= 0 && time->tv_nsec < 1'000'000'000;
  arguments.is_clock = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
  return arguments;
}

}  // namespace heddle::control
