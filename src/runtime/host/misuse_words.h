// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sync/ruling.h"

namespace heddle::runtime::host {

// What the thread did that was misuse.
inline std::string misusing(sync::Misuse misuse) {
  using sync::Misuse;
  switch (misuse) {
    case Misuse::unlocked_free:
    case Misuse::unlocked_by_other:
      return "release";
    case Misuse::tried_by_owner:
      return "try-lock";
    case Misuse::read_twice:
    case Misuse::untimed:
      return "lock";
    case Misuse::initialised_in_use:
      return "init";
    case Misuse::destroyed_held:
    case Misuse::destroyed_waited_for:
      return "destroy";
    case Misuse::memory_ends_held:
    case Misuse::memory_ends_waited_for:
    case Misuse::memory_ends_left:
      return "free";
    case Misuse::waits_without_mutex:
    case Misuse::two_mutexes:
      return "wait";
    case Misuse::joined_detached:
    case Misuse::joined_twice:
    case Misuse::joined_by_two:
    case Misuse::no_such_thread:
      return "join";
    case Misuse::detached_twice:
    case Misuse::detached_joined:
      return "detach";
    case Misuse::none:
    case Misuse::destroyed:
    case Misuse::uninitialised:
    case Misuse::consistent_by_other:
    case Misuse::once_within_once:
      break;
  }
  return "use";
}

}  // namespace heddle::runtime::host
