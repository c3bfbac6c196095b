// SPDX-License-Identifier: Apache-2.0
// What a recording needs to call memory by its name. Globals have a name of their own, wherever they are met later; what
// lies on the heap or on a stack has one only as long as it lives. So it is looked at when a second thread comes to it,
// which is when somebody may want to know: whose block it is and who points to it, or which words are around it on its
// stack. Bounded in number and in time; what is not looked at any more keeps its address.
#pragma once

#include "runtime/watch/cell.h"

namespace heddle::runtime {

// Another thread has been here. Looked at before the access is checked, which may take the other's entry over.
inline bool was_elsewhere(const Thread& thread, const Cell& cell) {
  for (const std::uint64_t& word : cell.word)
    if (const std::uint64_t entry = __atomic_load_n(&word, __ATOMIC_RELAXED) & ~kCellLock;
        entry != 0 && slot_of(entry) != thread.slot)
      return true;
  return false;
}

// While recording, before the access itself is recorded.
void sight(Thread& thread, std::uint64_t address, const void* pc);

}  // namespace heddle::runtime
