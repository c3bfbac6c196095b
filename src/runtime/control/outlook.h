// SPDX-License-Identifier: Apache-2.0
// What the next operations of the threads would find and do now, for schedulers that ask.
#pragma once

#include "schedule/scheduler.h"

namespace heddle::control {

const Outlook& outlook();

}  // namespace heddle::control
