// SPDX-License-Identifier: Apache-2.0
// The runtime as a whole: attached to a channel, or not there at all; switched on, or off for a reason.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/watch/channel.h"
#include "runtime/watch/thread.h"

namespace heddle::runtime {

struct Process {
  Channel* channel = nullptr;  // null: not under `heddle run`; every hook is a plain call
  bool on = false;
  bool recording = false;
  bool every_access = false;
  bool sampling = false;                          // not every access is remembered (sample.h)
  bool perturbed = false;                         // threads are delayed (perturb.h)
  int number = 0;                                 // process id
  std::uint64_t loader_low = 0, loader_high = 0;  // where the dynamic loader is
  std::uint64_t libomp_low = 0, libomp_high = 0;  // and clang's OpenMP

  // Every access is checked and remembered, and nothing else: a look at the first four flags at once.
  bool is_plain() const {
    std::uint32_t flags;
    __builtin_memcpy(&flags, &on, sizeof flags);
    return flags == 1;
  }
};
static_assert(offsetof(Process, sampling) == offsetof(Process, on) + 3);
extern Process process;

// Attaches if the environment says so. Called from the first hook or interposed function, and harmless later.
void initialise();
inline bool attached() { return process.channel != nullptr; }

// The verdict is no longer clean, because of `why`; said once for each reason.
void doubt(Doubt why);
// From now on hooks do nothing. `why` reaches the verdict and standard error.
void switch_off(Doubt why);

// Memory that is never given back: for tables and pools. nullptr when there is none, and the runtime is then
// off.
void* permanent(std::size_t bytes);

void note_modules();  // the loaded files, into the channel

// The calling thread's state, made on the spot for a thread nobody saw being created; nullptr when off.
Thread* current();
__attribute__((always_inline)) inline Thread* active() {
  Thread* thread = self;
  if (thread == nullptr) [[unlikely]]
    return current();
  return thread->busy == 0 && process.on ? thread : nullptr;
}

}  // namespace heddle::runtime
