// SPDX-License-Identifier: Apache-2.0
// Knowledge handed on through a place: what the sender did before happens before what the receiver does
// after.
#pragma once

#include "runtime/watch/object.h"

namespace heddle::runtime {

void send_to(const volatile void* where, ObjectKind kind, const void* pc);
void receive_from(const volatile void* where, const void* pc);

}  // namespace heddle::runtime
