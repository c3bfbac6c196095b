// SPDX-License-Identifier: Apache-2.0
// The calling-context tree. A node is (parent, payload); a hash table with chains through the nodes finds the
// one there is. Nodes are only ever added, by compare-and-swap at the head of a chain, so lookups take no
// lock. Two threads may add the same node at once: the loser searches again and drops its own.
//
// Locks held are nodes too, at the end: stack – instruction – locks. A lookup usually ends in the thread's
// own cache of the last ones.
#include "runtime/watch/contexts.h"

#include "runtime/watch/process.h"

namespace heddle::runtime {
namespace {

constexpr std::uint32_t kBuckets = 1 << 22;
std::uint32_t* buckets;

ContextId find(const ContextNode* nodes, std::uint32_t first, std::uint32_t stop, ContextId parent,
               std::uint64_t payload) {
  for (std::uint32_t at = first; at != stop; at = nodes[at].next)
    if (nodes[at].payload == payload && nodes[at].parent == parent) return at;
  return 0;
}

ContextId intern(ContextId parent, std::uint64_t payload) {
  if (buckets == nullptr) [[unlikely]] {
    auto* made = static_cast<std::uint32_t*>(permanent(kBuckets * sizeof(std::uint32_t)));
    if (made == nullptr) return 0;
    std::uint32_t* expected = nullptr;
    __atomic_compare_exchange_n(&buckets, &expected, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  }
  Channel& channel = *process.channel;
  std::uint32_t* bucket = &buckets[mixed(payload ^ mixed(parent)) % kBuckets];
  std::uint32_t head = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
  if (const ContextId known = find(channel.context, head, 0, parent, payload)) return known;
  const std::uint32_t fresh = __atomic_add_fetch(&channel.contexts, 1, __ATOMIC_RELAXED);
  if (fresh >= kMaxContexts) {  // stacks become shorter than they are; the verdict does not depend on them
    __atomic_store_n(&channel.contexts, kMaxContexts - 1, __ATOMIC_RELAXED);
    return 0;
  }
  ContextNode& node = channel.context[fresh];
  node.payload = payload;
  node.parent = parent;
  for (;;) {
    node.next = head;
    std::uint32_t seen = head;
    if (__atomic_compare_exchange_n(bucket, &seen, fresh, false, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
      return fresh;
    if (const ContextId known = find(channel.context, seen, head, parent, payload)) return known;
    head = seen;
  }
}

ContextId cached(Thread& thread, ContextId parent, std::uint64_t payload) {
  ContextCacheEntry& entry =
      thread.context_cache[mixed(payload + std::uint64_t{parent} * 31) % kContextCache];
  if (entry.payload == payload && entry.parent == parent) [[likely]]
    return entry.context;
  const ContextId context = intern(parent, payload);
  entry = {payload, parent, context};
  return context;
}

std::uint64_t frame_payload(std::uint64_t address) { return address & 0xffffffffffff; }

ContextId stack(Thread& thread) {
  const std::uint32_t depth = thread.depth < kMaxDepth ? thread.depth : kMaxDepth;
  std::uint32_t known = thread.verified < depth ? thread.verified : depth;
  ContextId context = known > 0 ? thread.frames[known - 1].context : 0;
  for (; known < depth; ++known) {
    Frame& frame = thread.frames[known];
    if (frame.context == 0 || frame.parent != context) {
      frame.parent = context;
      ContextId folded = 0;
      constexpr std::uint32_t kWindow = 8;
      const std::uint32_t window = known < kWindow ? 0 : known - kWindow;
      for (std::uint32_t i = known; i > window && folded == 0; --i)
        if (thread.frames[i - 1].caller == frame.caller) folded = thread.frames[i - 1].context;
      frame.context = folded != 0 ? folded : cached(thread, context, frame_payload(frame.caller));
      if (frame.context == 0) return 0;
    }
    context = frame.context;
  }
  thread.verified = depth;
  return context;
}

// Origins: a table beside the tree, found in the same way.
struct OriginNode {
  Origin origin;
  std::uint32_t next = 0;
};
constexpr std::uint32_t kOriginBuckets = 1 << 20;
struct Origins {
  std::uint32_t count;
  std::uint32_t bucket[kOriginBuckets];
  OriginNode node[kMaxOrigins];
};
Origins* origins;

OriginId find_origin(std::uint32_t at, std::uint32_t stop, Origin origin) {
  for (; at != stop; at = origins->node[at].next)
    if (origins->node[at].origin.stack == origin.stack && origins->node[at].origin.locks == origin.locks)
      return at;
  return 0;
}

OriginId intern_origin(Origin origin) {
  if (origins == nullptr) [[unlikely]] {
    auto* made = static_cast<Origins*>(permanent(sizeof(Origins)));
    if (made == nullptr) return 0;
    Origins* none = nullptr;
    if (!__atomic_compare_exchange_n(&origins, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      raw_unmap(made, sizeof(Origins));
  }
  std::uint32_t* bucket =
      &origins->bucket[mixed(origin.stack + (std::uint64_t{origin.locks} << 32)) % kOriginBuckets];
  std::uint32_t head = __atomic_load_n(bucket, __ATOMIC_ACQUIRE);
  if (const OriginId known = find_origin(head, 0, origin)) return known;
  if (__atomic_load_n(&origins->count, __ATOMIC_RELAXED) >= kMaxOrigins - 1)
    return origin.locks != 0 ? intern_origin({origin.stack, 0}) : 0;
  const std::uint32_t fresh = __atomic_add_fetch(&origins->count, 1, __ATOMIC_RELAXED);
  if (fresh >= kMaxOrigins) return 0;
  OriginNode& node = origins->node[fresh];
  node.origin = origin;
  for (;;) {
    node.next = head;
    std::uint32_t seen = head;
    if (__atomic_compare_exchange_n(bucket, &seen, fresh, false, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
      return fresh;
    if (const OriginId known = find_origin(seen, head, origin)) return known;
    head = seen;
  }
}

}  // namespace

ContextId stack_at(Thread& thread, const void* pc) {
  return cached(thread, stack(thread), frame_payload(reinterpret_cast<std::uintptr_t>(pc)));
}

ContextId set_of_one(Thread& thread, std::uint64_t lock) {
  return cached(thread, 0, std::uint64_t{ContextNode::lock} << 48 | (lock & 0xffffffffffff));
}

ContextId locks_of(Thread& thread) {
  if (thread.held_count == 0) return 0;
  if (thread.held_set != 0) return thread.held_set;
  std::uint32_t known = thread.held_count;
  while (known > 0 && thread.held[known - 1].set == 0) --known;
  ContextId set = known > 0 ? thread.held[known - 1].set : 0;
  for (std::uint32_t i = known; i < thread.held_count; ++i) {
    Held& held = thread.held[i];
    const std::uint64_t kind = held.shared ? ContextNode::shared_lock : ContextNode::lock;
    set = held.set = cached(thread, set, kind << 48 | (held.lock & 0xffffffffffff));
  }
  return thread.held_set = set;
}

namespace {

// Eight entries are one line of the processor's cache: `home` is where one is looked for first, and the others are tried
// before it is made.
constexpr std::size_t kLine = 8;
template <class Entry>
const Entry* find_in_line(const Entry* entries, std::size_t home, std::uint32_t key) {
  for (std::size_t i = 0; i < kLine; ++i)
    if (entries[home ^ i].key == key) return &entries[home ^ i];
  return nullptr;
}
template <class Entry>
void put_in_line(Entry* entries, std::size_t home, Entry fresh) {
  std::size_t other = home ^ (1 + fresh.key / 2 % (kLine - 1));
  for (std::size_t i = 1; i < kLine; ++i)
    if (entries[home ^ i].key == 0) other = home ^ i;
  if (entries[home].key != 0) entries[other] = entries[home];
  entries[home] = fresh;
}

std::uint32_t number_of(OriginCache& cache, PlaceKey at) {
  const std::size_t home = at.hash % OriginCache::kPlaces;
  if (const PlaceEntry* known = find_in_line(cache.place, home, at.key)) return known->number;
  const std::uint32_t number = cache.places < kNoPlace ? cache.places++ : kNoPlace;
  put_in_line(cache.place, home, {at.key, number});
  return number;
}

}  // namespace

OriginRow* row_of(Thread& thread, ContextId locks) {
  const std::size_t home = mixed(locks) % OriginCache::kRows;
  OriginRow *first = &thread.origin_cache->row[home], *second = &thread.origin_cache->row[home ^ 1];
  if (first->set == locks) return first;
  if (second->set == locks) return second;
  OriginRow* row = first->set == 0 || (second->set != 0 && locks % 2 == 0) ? first : second;
  *row = {};
  row->set = locks;
  return row;
}

OriginId make_origin(Thread& thread, const void* pc) {
  const ContextId caller = stack(thread), locks = locks_of(thread);
  OriginCache& cache = *thread.origin_cache;
  const PlaceKey at(pc, caller);
  const std::uint64_t set = locks != 0 ? mixed(locks) : 0;
  const std::size_t home = (at.hash + set) % OriginCache::kOrigins;
  const std::uint32_t key = (at.key + static_cast<std::uint32_t>(set >> 8)) | 1;
  OriginId origin = 0;
  if (const OriginCacheEntry* known = find_in_line(cache.origin, home, key)) {
    origin = known->origin;
  } else {
    const ContextId context = cached(thread, caller, frame_payload(reinterpret_cast<std::uintptr_t>(pc)));
    origin = intern_origin({context, locks});
    put_in_line(cache.origin, home, {key, origin});
  }
  if (locks == 0) return origin;
  OriginRow* row = thread.origin_row = row_of(thread, locks);
  const std::uint32_t number = number_of(cache, at);
  if (number != kNoPlace) row->origin[number] = origin;
  return origin;
}

Origin origin_of(OriginId origin) { return origin != 0 ? origins->node[origin].origin : Origin{}; }

std::uint64_t innermost(ContextId context) {
  while (context != 0) {
    const ContextNode& node = process.channel->context[context];
    if (node.kind() == ContextNode::frame) return node.value();
    context = node.parent;
  }
  return 0;
}

void note_wait(const Thread& thread, Waits what, std::uint64_t number, Origin at, bool in_time) {
  if (process.channel == nullptr || thread.number >= kMaxThreads) return;
  ThreadRecord& record = process.channel->thread[thread.number];
  record.waits_for = number;
  record.waits_at = at;
  record.in_time = in_time ? 1 : 0;
  __atomic_store(&record.waits, &what, __ATOMIC_RELEASE);
}

}  // namespace heddle::runtime
