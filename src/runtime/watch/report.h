// SPDX-License-Identifier: Apache-2.0
// Findings leave the process as plain data in the channel; the host puts them in words.
#pragma once

#include "runtime/watch/cell.h"
#include "runtime/watch/object.h"

namespace heddle::runtime {

// `touch` races with `entry` of the cell of `granule`, made at `origin`.
void report_race(const Touch& touch, std::uint64_t granule, std::uint64_t entry, Origin origin);
// `touch` is of memory that thread number `freer` freed.
void report_freed(const Touch& touch, std::uint32_t freer, std::uint64_t entry, Origin origin,
                  bool unordered);
void report_bad_free(Thread& thread, RawFinding::Kind kind, std::uint64_t address, ContextId context,
                     ContextId earlier, std::uint32_t earlier_thread);
void report_misuse(Thread& thread, sync::Misuse misuse, const Object& object, const void* pc);
// Of thread number `other`.
void report_thread_misuse(Thread& thread, sync::Misuse misuse, std::uint32_t other, const void* pc);
// `pc`: the handler itself, or behind a call in it.
void report_signal_misuse(Thread& thread, RawFinding::Kind kind, int number, const char* what,
                          const void* pc);
void report_deadlock(const RawFinding& finding);

// Which thread (number) had the entry's slot then.
std::uint32_t thread_of(std::uint64_t entry);

}  // namespace heddle::runtime
