// SPDX-License-Identifier: Apache-2.0
// One entry per pair of instructions and granule, with a count. A pair of instructions that races on very
// many granules (two loops over one array) gets kGranulesPerPair entries; further ones only count.
#include "runtime/watch/report.h"

#include <initializer_list>

#include "base/hash.h"
#include "runtime/watch/contexts.h"
#include "runtime/watch/mappings.h"
#include "runtime/watch/memory.h"
#include "runtime/watch/process.h"
#include "runtime/watch/windows.h"

namespace heddle::runtime {
namespace {

constexpr std::uint32_t kGranulesPerPair = 256;
constexpr std::size_t kKeys = 1 << 16;
struct Key {
  std::uint64_t hash = 0;
  std::uint32_t finding = 0;  // + 1
  std::uint32_t granules = 0;
};
Key keys[kKeys];
SpinLock keys_lock;

// The key's place, or an empty one; nullptr when the table is full.
Key* place(std::uint64_t hash) {
  for (std::size_t i = 0; i < 64; ++i) {
    Key& key = keys[(hash + i) % kKeys];
    if (key.hash == hash || key.hash == 0) return &key;
  }
  return nullptr;
}

// A new entry to fill, or nullptr if this was counted. Locked by the caller.
RawFinding* open(RawFinding::Kind kind, std::uint64_t first_pc, std::uint64_t second_pc,
                 std::uint64_t granule) {
  Channel& channel = *process.channel;
  const std::uint64_t pair =
      base::mix((base::mix(first_pc ^ (static_cast<std::uint64_t>(kind) << 56)) | 1) + second_pc * 3) | 1;
  Key* pair_key = place(pair);
  Key* key = place(base::mix(pair + granule) | 1);
  if (pair_key == nullptr || key == nullptr) return nullptr;
  if (key->hash != 0) {
    ++channel.finding[key->finding - 1].count;
    return nullptr;
  }
  if (pair_key->hash != 0 && pair_key->granules >= kGranulesPerPair) {
    ++channel.finding[pair_key->finding - 1].count;
    return nullptr;
  }
  const std::uint32_t number =
      __atomic_fetch_add(&channel.findings, 1, __ATOMIC_ACQ_REL);  // children of fork too
  if (number >= kMaxFindings) {
    __atomic_store_n(&channel.findings, kMaxFindings, __ATOMIC_RELEASE);
    doubt(Doubt::table_full);
    return nullptr;
  }
  key->hash = base::mix(pair + granule) | 1;
  key->finding = number + 1;
  if (pair_key->hash == 0) {
    pair_key->hash = pair;
    pair_key->finding = number + 1;
  }
  ++pair_key->granules;
  RawFinding& finding = channel.finding[number];
  finding.kind = kind;
  finding.count = 1;
  return &finding;
}

constexpr std::uint32_t kSearches = 64;  // for pointers to blocks
std::uint32_t searches;

// Where the address lies: in a block, a mapping or a stack.
void note_memory(RawFinding& finding, std::uint64_t address) {
  finding.block = block_around(address);
  if (finding.block.size != 0) {
    if (searches++ < kSearches) note_pointer(finding.block);
    return;
  }
  finding.block = mapping_around(address);
  finding.window = note_window(address);
}

void publish(RawFinding& finding) { __atomic_store_n(&finding.ready, 1, __ATOMIC_RELEASE); }

RawAccess access_of(const Touch& touch) {
  return {touch.address, touch.size, touch.operation, touch.thread.number, origin_of(touch.origin)};
}

RawAccess access_of(std::uint64_t granule, std::uint64_t entry, Origin origin) {
  const std::uint64_t bytes = ~entry & 0xff;
  const auto first = static_cast<std::uint32_t>(__builtin_ctzll(bytes | 0x100));
  const auto last = static_cast<std::uint32_t>(63 - __builtin_clzll(bytes | 1));
  const Access operation = (entry & kAtomic) != 0
                               ? ((entry & kRead) != 0 ? Access::atomic_read : Access::atomic_write)
                           : (entry & kRead) != 0 ? Access::read
                                                  : Access::write;
  return {granule + first, last + 1 - first, operation, thread_of(entry), origin};
}

}  // namespace

void report_race(const Touch& touch, std::uint64_t granule, std::uint64_t entry, Origin origin) {
  if (process.channel->detect == 0) return;
  const SpinGuard guard(keys_lock);
  const std::uint64_t a = innermost(origin.stack), b = innermost(origin_of(touch.origin).stack);
  RawFinding* finding = open(RawFinding::Kind::data_race, a < b ? a : b, a < b ? b : a, granule);
  if (finding == nullptr) return;
  finding->first = access_of(granule, entry, origin);
  finding->second = access_of(touch);
  note_memory(*finding, touch.address > finding->first.address ? touch.address : finding->first.address);
  publish(*finding);
}

void report_freed(const Touch& touch, std::uint32_t freer, std::uint64_t entry, Origin origin,
                  bool unordered) {
  if (process.channel->detect == 0) return;
  const SpinGuard guard(keys_lock);
  const std::uint64_t granule = touch.address & ~std::uint64_t{7};
  for (const auto kind : {RawFinding::Kind::use_after_free, RawFinding::Kind::data_race}) {
    if (kind == RawFinding::Kind::data_race && !unordered) continue;
    RawFinding* finding =
        open(kind, innermost(origin.stack), innermost(origin_of(touch.origin).stack), granule);
    if (finding == nullptr) continue;
    finding->first = access_of(granule, entry, origin);
    finding->first.operation = Access::free;
    finding->first.thread = freer;
    finding->second = access_of(touch);
    note_memory(*finding, touch.address);
    publish(*finding);
  }
}

void report_bad_free(Thread& thread, RawFinding::Kind kind, std::uint64_t address, ContextId context,
                     ContextId earlier, std::uint32_t earlier_thread) {
  if (process.channel->detect == 0) return;
  const SpinGuard guard(keys_lock);
  RawFinding* finding = open(kind, innermost(earlier), innermost(context), address);
  if (finding == nullptr) return;
  finding->first = {address, 0, Access::free, earlier_thread, {earlier, 0}};
  finding->second = {address, 0, Access::free, thread.number, {context, 0}};
  finding->block = block_around(address);
  publish(*finding);
}

namespace {

void report_misuse(Thread& thread, sync::Misuse misuse, std::uint64_t object, const RawAccess& earlier,
                   const void* pc) {
  if (process.channel->detect == 0) return;
  const Origin origin = {stack_at(thread, pc), locks_of(thread)};
  const SpinGuard guard(keys_lock);
  RawFinding* finding = open(RawFinding::Kind::lock_misuse, reinterpret_cast<std::uintptr_t>(pc),
                             static_cast<std::uint64_t>(misuse), earlier.address);
  if (finding == nullptr) return;
  finding->object = object;
  finding->reason = static_cast<std::uint32_t>(misuse);
  finding->first = earlier;
  finding->second = {earlier.address, 0, Access::write, thread.number, origin};
  publish(*finding);
}

}  // namespace

void report_misuse(Thread& thread, sync::Misuse misuse, const Object& object, const void* pc) {
  const std::uint32_t holder = object.holder != nullptr   ? object.holder->number
                               : object.ended_holder != 0 ? object.ended_holder - 1
                                                          : 0;
  const ContextId taken = object.holder != nullptr || object.ended_holder != 0 ? object.taken : 0;
  report_misuse(thread, misuse, object.number, {object.address, 0, Access::write, holder, {taken, 0}}, pc);
}

void report_thread_misuse(Thread& thread, sync::Misuse misuse, std::uint32_t other, const void* pc) {
  report_misuse(thread, misuse, 0, {other, 0, Access::write, other, {}}, pc);
}

void report_signal_misuse(Thread& thread, RawFinding::Kind kind, int number, const char* what,
                          const void* pc) {
  if (process.channel->detect == 0) return;
  const auto* place = static_cast<const char*>(pc) + (kind == RawFinding::Kind::spoils_errno ? 1 : 0);
  const Origin origin = {stack_at(thread, place), locks_of(thread)};
  const SpinGuard guard(keys_lock);
  RawFinding* finding =
      open(kind, reinterpret_cast<std::uintptr_t>(pc), 0, static_cast<std::uint64_t>(number));
  if (finding == nullptr) return;
  finding->object = static_cast<std::uint64_t>(number);
  for (std::size_t i = 0; i + 1 < sizeof finding->what && what[i] != 0; ++i) finding->what[i] = what[i];
  finding->first = finding->second = {0, 0, Access::write, thread.number, origin};
  publish(*finding);
}

void report_deadlock(const RawFinding& deadlock) {
  if (process.channel->detect == 0) return;
  const SpinGuard guard(keys_lock);
  RawFinding* finding = open(RawFinding::Kind::deadlock, innermost(deadlock.ring[0].origin.stack),
                             deadlock.ring_size > 1 ? innermost(deadlock.ring[1].origin.stack) : 0, 0);
  if (finding == nullptr) return;
  *finding = deadlock;
  publish(*finding);
}

}  // namespace heddle::runtime
