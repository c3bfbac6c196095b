// SPDX-License-Identifier: Apache-2.0
// What <heddle/record.h> and <heddle/check.h> call.
#include "heddle/check.h"
#include "heddle/record.h"
#include "runtime/shared/abi.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/record.h"
#include "runtime/watch/sync.h"

namespace heddle::runtime {
namespace {

SpinLock marks_lock;

bool equal(const char* a, const char* b, std::size_t most) {
  for (std::size_t i = 0; i < most; ++i) {
    if (a[i] != b[i]) return false;
    if (a[i] == 0) return true;
  }
  return true;
}

// The label's number; labels are few.
std::uint64_t label_number(const char* label) {
  Channel& channel = *process.channel;
  constexpr std::size_t kMost = sizeof(MarkText::text) - 1;
  const SpinGuard guard(marks_lock);
  for (std::uint32_t i = 0; i < channel.marks; ++i)
    if (equal(channel.mark[i].text, label, kMost)) return i;
  if (channel.marks == kMaxMarks) {
    doubt(Doubt::table_full);
    return kMaxMarks;
  }
  MarkText& text = channel.mark[channel.marks];
  for (std::size_t i = 0; i < kMost && label[i] != 0; ++i) text.text[i] = label[i];
  return __atomic_fetch_add(&channel.marks, 1, __ATOMIC_RELEASE);
}

}  // namespace
}  // namespace heddle::runtime

using namespace heddle::runtime;

HEDDLE_EXPORT void heddle_runtime_mark(const char* label, long value) {
  Thread* thread = active();
  if (thread == nullptr || !process.recording) return;
  const Busy busy(*thread);
  record_ordered(*thread, Operation::mark, label_number(label), 0,
                 stack_at(*thread, __builtin_return_address(0)), MemoryOrder::relaxed, true,
                 static_cast<std::uint64_t>(value));
}
HEDDLE_EXPORT void heddle_runtime_release(const volatile void* address) {
  send_to(address, ObjectKind::annotation, __builtin_return_address(0));
}
HEDDLE_EXPORT void heddle_runtime_acquire(const volatile void* address) {
  receive_from(address, __builtin_return_address(0));
}
HEDDLE_EXPORT void heddle_runtime_ignore(int begin) {
  Thread* thread = active();
  if (thread == nullptr) return;
  if (begin != 0)
    ++thread->ignore;
  else if (thread->ignore > 0)
    --thread->ignore;
}
// Under `heddle run` a check is one execution that is watched as any other. Alone, nothing of it would be checked.
HEDDLE_EXPORT int heddle_check_run(void (*function)(void*), void* argument, const heddle_check_options*) {
  constexpr int kNoEngine = 4;
  if (process.channel == nullptr) return kNoEngine;
  function(argument);
  return 0;
}
// Of src/compile's plug-ins, for `heddle check`: here memory that ends is known by its frame.
HEDDLE_EXPORT void heddle_runtime_block_ends(void*, unsigned long) {}
HEDDLE_EXPORT void heddle_runtime_unseen(const char*) {}
HEDDLE_EXPORT void heddle_runtime_unforeseen(const char*) {}
