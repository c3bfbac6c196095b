// SPDX-License-Identifier: Apache-2.0
// What the way in which a program ended says: that it crashed, was killed, could not go on.
#pragma once

#include "finding/finding.h"
#include "runtime/host/session.h"
#include "runtime/host/words.h"

namespace heddle::runtime::host {

// A crash is a finding, with signal, address, thread and stack. Being stopped from outside makes the verdict
// inconclusive. An exit status is the program's own affair.
void add_ending(const Ending& ending, const Channel& channel, Words& words, finding::Report& report);

}  // namespace heddle::runtime::host
