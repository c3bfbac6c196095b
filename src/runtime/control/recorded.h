// SPDX-License-Identifier: Apache-2.0
// What a failing execution leaves for its reader when it is run once more: every step with the locks held, the plain
// accesses of the word that failed, where blocks were allocated, the stack around the variables on it, and what the
// threads are called. None of it is a step of the schedule: with and without it the execution is the same. Called only
// while world.recording.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/control/failures.h"

namespace heddle::control {

struct Shared;
enum class Baseless : std::uint8_t;

// Words of a stack around an address on it, as they were when a step used it: whoever reads debug information finds
// out which variable that was.
struct StackWindow {
  static constexpr std::size_t kBelow = 128, kWords = 640, kFrames = 48;
  std::uint64_t address, low;
  std::uint32_t words, thread, frames;
  std::uint64_t frame[kFrames];  // return addresses of the functions the thread is in, the innermost first
  std::uint64_t word[kWords];
};

void forget_recorded(Shared& shared);
void note_window(std::uint64_t address);  // if it is on a stack
void note_step(const Place& place);
void note_plain(std::uint64_t address, std::uint64_t size, bool write, const void* pc);  // if it is watched
void note_allocation(std::uint64_t start, std::uint64_t size, const void* pc);
void note_creation(Thread child, const void* pc);
void note_baseless(Baseless kind);  // the running thread's last step was
// At the failure: who points to the blocks that the steps were about.
void note_pointers();
void note_label(Thread thread, const char* label);

}  // namespace heddle::control
