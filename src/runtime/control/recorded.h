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

// The words that a thread has read last, plainly, of those that another one had written since it was created. What a
// thread is given when it is created is none: its arguments.
struct PassedWords {
  static constexpr std::size_t kWritten = 4096, kRead = 8, kThreads = 64;
  struct Written {
    std::uint64_t word, time;
    std::uint32_t thread;
  };
  Written written[kWritten];  // by a hash of the word; the last one counts
  std::uint64_t read[kRead];
  std::uint32_t count;
  std::uint64_t time, created[kThreads];  // of the first threads

  void note_access(Thread thread, std::uint64_t address, bool write);
  void note_creation(Thread thread);
};

// What is told of plain accesses: those of the failure's memory or, where it has none, those of what the threads that
// fail had read last. It decides as a rule: an assertion's variables, the pointer that is null. A test of a suite that
// fails has read much since, to tell so: what threads told each other counts, too.
void watch(Shared& shared, std::uint64_t address);
void watch_what_was_read(Shared& shared);

void forget_recorded(Shared& shared);
bool take_window(std::uint64_t address, StackWindow& window);  // false: it is on no stack
void note_window(std::uint64_t address);                       // if it is on a stack
// A thread goes on with what note_step() tells of when it is done: here a debugger sees the program before it.
void step_begins(Thread thread);
void note_step(const Place& place);  // if none has begun, it is about to be done
// A plain access, if it is watched or the last step. What it reads is noted here. What it writes is not there yet: after
// writes_now() the next hook of the thread, or a failure, notes it, unless it turns out that it was not written.
struct PlainStep {
  std::uint32_t number = 0;
  std::uint32_t size = 0;  // 0: none, or a large one
};
PlainStep note_plain(std::uint64_t address, std::uint64_t size, bool write, bool is_step, const void* pc);
void writes_now(PlainStep step);
void note_written();
void forget_written();
void note_allocation(std::uint64_t start, std::uint64_t size, const void* pc);
void note_free(std::uint64_t start, std::uint64_t size, const void* pc);  // if something in it is watched
void note_outside(std::uint64_t address);  // of a block from before the execution, while it is not freed
void note_creation(Thread child, const void* pc);
void note_order(int order);         // of the last step
void note_baseless(Baseless kind);  // the running thread's last step was
// At the failure: who points to the blocks that the steps were about.
void note_pointers();
void note_label(Thread thread, const char* label);

}  // namespace heddle::control
