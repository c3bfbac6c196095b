// SPDX-License-Identifier: Apache-2.0
#include "runtime/watch/record.h"

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kMostWaiting = 512;  // 8 MiB of full chunks
SpinLock chunks_lock;
std::uint64_t closed_chunks;

std::uint64_t header(Operation operation, MemoryOrder order, bool has_value, std::uint32_t size,
                     ContextId context) {
  return static_cast<std::uint64_t>(operation) | static_cast<std::uint64_t>(order) << 8 |
         static_cast<std::uint64_t>(has_value) << 12 | static_cast<std::uint64_t>(size & 0x7ffff) << 13 |
         static_cast<std::uint64_t>(context) << 32;
}

void stop(Doubt why) {
  process.recording = false;
  doubt(why);
}

// Waits until the host has caught up. False: recording has ended.
bool wait_for_host() {
  Channel& channel = *process.channel;
  for (unsigned tries = 0;; ++tries) {
    const std::uint64_t returned = __atomic_load_n(&channel.returned, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&closed_chunks, __ATOMIC_RELAXED) - returned < kMostWaiting) return true;
    if (__atomic_load_n(&channel.record, __ATOMIC_RELAXED) == 0) {
      process.recording = false;
      return false;
    }
    if (tries % 20 == 19 && raw_syscall(SYS_kill, channel.host, 0) < 0) {
      stop(Doubt::recording_lost);
      return false;
    }
    const long pause[2] = {0, 1'000'000};
    raw_syscall(SYS_nanosleep, as_word(pause), 0);
  }
}

bool open_chunk(Thread& thread) {
  Channel& channel = *process.channel;
  if (__atomic_load_n(&channel.record, __ATOMIC_RELAXED) == 0) {
    process.recording = false;
    return false;
  }
  if (!wait_for_host()) return false;
  const SpinGuard guard(chunks_lock);
  std::uint32_t number = 0;
  if (channel.taken < __atomic_load_n(&channel.returned, __ATOMIC_ACQUIRE)) {
    number = channel.ring[channel.taken++ % kMaxChunks];
  } else {
    if (channel.chunks >= kMaxChunks) {
      stop(Doubt::table_full);
      return false;
    }
    number = static_cast<std::uint32_t>(channel.chunks++);
  }
  Chunk& chunk = channel.chunk[number];
  chunk.thread = thread.number;
  chunk.closed = 0;
  chunk.index = thread.chunk_index++;
  chunk.open = 0;
  __atomic_store_n(&chunk.used, 0, __ATOMIC_RELEASE);
  channel.starts[channel.started % kMaxChunks] = number;
  __atomic_store_n(&channel.started, channel.started + 1, __ATOMIC_RELEASE);
  thread.chunk = &chunk;
  thread.chunk_used = 0;
  return true;
}

bool make_room(Thread& thread, std::uint64_t words) {
  if (thread.chunk != nullptr && thread.chunk_used + words <= Chunk::kWords) [[likely]]
    return true;
  close_chunk(thread);
  return open_chunk(thread);
}

}  // namespace

namespace {

// All that was written can be read.
void publish(Thread& thread) { __atomic_store_n(&thread.chunk->used, thread.chunk_used, __ATOMIC_RELEASE); }

void end_run(Thread& thread) {
  thread.run_header = 0;
  if (thread.chunk == nullptr || thread.chunk->open == 0) return;
  thread.chunk_used += thread.chunk->open;
  __atomic_store_n(&thread.chunk->open, 0, __ATOMIC_RELEASE);
  publish(thread);
}

}  // namespace

void close_chunk(Thread& thread) {
  if (thread.chunk == nullptr) return;
  end_run(thread);
  __atomic_fetch_add(&closed_chunks, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&thread.chunk->closed, 1, __ATOMIC_RELEASE);
  thread.chunk = nullptr;
}

namespace {

bool put_pair(Thread& thread, std::uint64_t header, std::uint64_t target) {
  if (!make_room(thread, 2)) return false;
  std::uint64_t* words = thread.chunk->words + thread.chunk_used;
  words[0] = header;
  words[1] = target;
  return true;
}

// The access goes on where the last one ended, at the same place of the program, and nothing was recorded in between: a
// loop over an array. The first of such a run is a record of its own and can be read at once; the others are one that grows,
// and can be read when the next record is made.
bool goes_on(const Thread& thread, std::uint64_t header, std::uint64_t address) {
  constexpr std::uint64_t kLongest = 1 << 12;
  return header == thread.run_header && address == thread.run_end && thread.run_bytes < kLongest &&
         thread.chunk != nullptr && !process.every_access;
}

}  // namespace

void record_access(Thread& thread, Operation operation, std::uint64_t address, std::uint32_t size,
                   ContextId context) {
  const auto with = [&](std::uint64_t bytes) {
    return header(operation, MemoryOrder::relaxed, false, static_cast<std::uint32_t>(bytes), context);
  };
  const std::uint64_t here = with(0);
  const bool is_next = goes_on(thread, here, address);
  if (is_next && thread.chunk->open != 0) {
    thread.run_bytes += size;
    thread.run_end += size;
    __atomic_store_n(&thread.chunk->words[thread.chunk_used], with(thread.run_bytes), __ATOMIC_RELAXED);
    return;
  }
  end_run(thread);
  if (!put_pair(thread, with(size), address)) return;
  if (is_next) {
    __atomic_store_n(&thread.chunk->open, 2, __ATOMIC_RELEASE);
  } else {
    thread.chunk_used += 2;
    publish(thread);
  }
  thread.run_header = here;
  thread.run_end = address + size;
  thread.run_bytes = size;
}

void record_sighting(Thread& thread, std::uint32_t number) {
  end_run(thread);
  if (!put_pair(thread, kSighted, number)) return;
  thread.chunk_used += 2;
  publish(thread);
}

void record_ordered(Thread& thread, Operation operation, std::uint64_t target, std::uint32_t size,
                    ContextId context, MemoryOrder order, bool has_value, std::uint64_t value) {
  if (!process.recording) return;
  end_run(thread);
  if (!make_room(thread, 4)) return;
  std::uint64_t* words = thread.chunk->words + thread.chunk_used;
  words[2] = __atomic_add_fetch(&process.channel->order, 1, __ATOMIC_ACQ_REL);
  words[0] = header(operation, order, has_value, size, context);
  words[1] = target;
  words[3] = value;
  thread.chunk_used += 4;
  publish(thread);
}

}  // namespace heddle::runtime
