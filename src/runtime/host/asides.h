// SPDX-License-Identifier: Apache-2.0
// Plain accesses in the record of a check that need not be told.
#pragma once

#include "runtime/host/check_memory.h"
#include "runtime/host/check_record.h"

namespace heddle::runtime::host {

// Where the failure is about no memory, the plain accesses of all are there that the failing threads had read last.
// Told are those of words that the failing functions read, that several threads use and somebody writes; by the
// program's own lines. Where the program ends with a status, as after a test that failed, no function fails: it is
// those that one thread writes and another reads. (What a new thread is given it reads from where the library has written it: nobody's bug.)
// Where it is about a local variable, what used its bytes of the stack before is none of its accesses.
// Returned is which steps of the record are left, from 1.
std::vector<std::size_t> leave_out_asides(CheckRecord& check, CheckMemory& memory);

}  // namespace heddle::runtime::host
