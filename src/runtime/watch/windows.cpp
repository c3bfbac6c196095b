// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/windows.h"

#include <cstddef>

#include <sys/uio.h>

#include "runtime/shared/raw.h"
#include "runtime/watch/process.h"

namespace heddle::runtime {
namespace {

// Stacks may end anywhere and segments have holes: the kernel copies what there is.
std::size_t copy(void* to, std::uint64_t from, std::size_t bytes) {
  const iovec here = {to, bytes}, there = {reinterpret_cast<void*>(from), bytes};
  const long got = raw_syscall(SYS_process_vm_readv, raw_process(), as_word(&here), 1, as_word(&there), 1, 0);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

// Where the last word with this value stands, which on a stack is the outermost function's; 0: nowhere.
std::uint64_t find_word(std::uint64_t low, std::uint64_t high, std::uint64_t value) {
  constexpr std::size_t kPage = 4096;
  std::uint64_t words[kPage / 8];
  std::uint64_t found = 0;
  for (std::uint64_t page = low & ~std::uint64_t{kPage - 1}; page < high; page += kPage) {
    const std::size_t count = copy(words, page, sizeof words) / 8;
    for (std::size_t i = 0; i < count; ++i)
      if (words[i] == value) found = page + i * 8;
  }
  return found;
}

// The thread may be another one, and run: what is copied may be out of date, and whoever reads it has to check.
void note_frames(const ThreadRecord& thread, StackWindow& window) {
  Frame* frames = nullptr;
  std::uint32_t depth = 0;
  if (thread.state == 0 ||
      copy(&frames, thread.state + offsetof(Thread, frames), sizeof frames) != sizeof frames ||
      copy(&depth, thread.state + offsetof(Thread, depth), sizeof depth) != sizeof depth)
    return;
  Frame frame;
  while (depth > 0 && window.frames < StackWindow::kFrames &&
         copy(&frame, reinterpret_cast<std::uintptr_t>(frames + --depth), sizeof frame) == sizeof frame)
    window.frame[window.frames++] = frame.caller;
}

}  // namespace

std::uint32_t note_window(std::uint64_t address) {
  Channel& channel = *process.channel;
  const std::uint32_t threads = channel.threads < kMaxThreads ? channel.threads : kMaxThreads;
  for (std::uint32_t i = 0; i < threads; ++i) {
    const ThreadRecord& thread = channel.thread[i];
    if (thread.finished != 0 || address < thread.stack_low || address >= thread.stack_high) continue;
    const std::uint32_t number = __atomic_fetch_add(&channel.windows, 1, __ATOMIC_RELAXED);
    if (number >= kMaxWindows) {
      __atomic_store_n(&channel.windows, kMaxWindows, __ATOMIC_RELAXED);
      return 0;
    }
    StackWindow& window = channel.window[number];
    const std::uint64_t first = (address & ~std::uint64_t{7}) - StackWindow::kBelow * 8;
    window.address = address;
    window.thread = i;
    window.low = first > thread.stack_low ? first : thread.stack_low;
    const std::uint64_t room = (thread.stack_high - window.low) / 8;
    const std::size_t wanted = room < StackWindow::kWords ? room : StackWindow::kWords;
    note_frames(thread, window);
    const std::size_t got = copy(window.word, window.low, wanted * 8) / 8;
    __atomic_store_n(&window.words, static_cast<std::uint32_t>(got), __ATOMIC_RELEASE);
    return number + 1;
  }
  return 0;
}

void note_pointer(RawBlock& block) {
  if (block.size == 0) return;
  const Channel& channel = *process.channel;
  constexpr std::uint64_t kMostProgram = 16 << 20, kMostStack = 32 << 10, kMostThreads = 16;
  if (channel.modules > 0 && channel.module[0].high - channel.module[0].low <= kMostProgram)
    block.pointer = find_word(channel.module[0].low, channel.module[0].high, block.address);
  const std::uint32_t threads = channel.threads < kMostThreads ? channel.threads : kMostThreads;
  for (std::uint32_t i = 0; i < threads && block.pointer == 0; ++i) {
    const ThreadRecord& thread = channel.thread[i];
    if (thread.finished != 0 || thread.stack_high == 0) continue;
    const std::uint64_t low =
        thread.stack_high - thread.stack_low > kMostStack ? thread.stack_high - kMostStack : thread.stack_low;
    block.pointer = find_word(low, thread.stack_high, block.address);
    if (block.pointer != 0) block.window = note_window(block.pointer);
  }
}

}  // namespace heddle::runtime
