// SPDX-License-Identifier: Apache-2.0

#include "runtime/control/shared.h"

#include <cstring>

#include "runtime/control/core.h"
#include "runtime/shared/raw.h"

namespace heddle::control {

void doubt(Shared& shared, Doubt kind, const char* text) {
  const auto which = static_cast<std::size_t>(kind);
  if (shared.doubts[which]++ == 0 && text != nullptr)
    std::strncpy(shared.doubt_texts[which], text, sizeof shared.doubt_texts[which] - 1);
}
void doubt(Doubt kind, const char* text) { doubt(*world.shared, kind, text); }
void cut(Doubt kind, const char* text) {
  doubt(kind, text);
  world.abandoned = true;
  abandon();
}

SharedLock::SharedLock() {
  while (__atomic_exchange_n(&world.shared->lock, 1, __ATOMIC_ACQUIRE) != 0)
    runtime::raw_wait(&world.shared->lock, 1, 1'000'000);
}
SharedLock::~SharedLock() {
  __atomic_store_n(&world.shared->lock, 0, __ATOMIC_RELEASE);
  runtime::raw_wake(&world.shared->lock, 1);
}

}  // namespace heddle::control
