// SPDX-License-Identifier: Apache-2.0
#include "stateful/summary_state.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cluster/group.h"

namespace heddle::stateful {
namespace {

using event::Operation;
using program::Effect;

// Kinds of rows.
constexpr std::uint8_t kThread = 0;
constexpr std::uint8_t kObject = 1;        // a lock, atomic variable, barrier, condition
constexpr std::uint8_t kReaders = 2;       // what readers of a rwlock left for the next writer
constexpr std::uint8_t kReleaseFence = 3;  // a thread's row as of its last release fence
constexpr std::uint8_t kAcquireFence = 4;  // what relaxed loads of a thread have seen and a fence may take
constexpr std::uint8_t kEnded = 5;
constexpr std::uint8_t kNoMore = 6;  // in writing: the last row was

// Roles of facts. There is one last plain write, for a write without a race supersedes all before it; atomic
// writes and reads stand side by side, one a thread.
constexpr std::uint32_t kPlainWrite = 0;
std::uint32_t role_of(ThreadNumber thread, bool writes, bool is_atomic) {
  if (writes && !is_atomic) return kPlainWrite;
  return 4 * (thread + 1) + (writes ? 2U : 0U) + (is_atomic ? 1U : 0U);
}
// The last use of an object by who has waited for it stands at its second byte, apart from the other uses.
constexpr Word kLeaving = 1;
bool is_write(std::uint32_t role) { return role == kPlainWrite || (role & 2) != 0; }

}  // namespace

std::uint32_t SummaryState::fact(Word address, std::uint32_t reader) {
  const auto [entry, is_new] =
      fact_numbers_.try_emplace(FactKey{address, reader}, static_cast<std::uint32_t>(facts_.size()));
  if (is_new) {
    facts_.push_back({address, reader});
    facts_at_[address].push_back(entry->second);
  }
  return entry->second;
}

bool SummaryState::unknown(const Row& row, std::uint32_t fact) {
  return fact / 64 < row.missing.size() && (row.missing[fact / 64] >> (fact % 64) & 1) != 0;
}

void SummaryState::forget(Row& row, std::uint32_t fact, bool is_unknown) {
  if (is_unknown) {
    if (row.missing.size() <= fact / 64) row.missing.resize(fact / 64 + 1);
    row.missing[fact / 64] |= std::uint64_t{1} << (fact % 64);
  } else if (fact / 64 < row.missing.size()) {
    row.missing[fact / 64] &= ~(std::uint64_t{1} << (fact % 64));
    trim(row);
  }
}

void SummaryState::trim(Row& row) {
  while (!row.missing.empty() && row.missing.back() == 0) row.missing.pop_back();
}

void SummaryState::join(Row& into, const Row& from) {
  if (into.missing.size() > from.missing.size()) into.missing.resize(from.missing.size());
  for (std::size_t i = 0; i < into.missing.size(); ++i) into.missing[i] &= from.missing[i];
  trim(into);
  join_seen(into.seen, from.seen);
}

void SummaryState::acquire(ThreadNumber thread, Key from) {
  if (const auto row = rows_.find(from); row != rows_.end()) join(thread_row(thread), row->second);
}

void SummaryState::release(ThreadNumber thread, Key to) {
  const Row& mine = thread_row(thread);
  const auto [entry, is_new] = rows_.try_emplace(to, mine);
  if (!is_new) join(entry->second, mine);
}

void SummaryState::access(const Effect& effect, std::vector<SummaryRace>& races, bool alone) {
  const bool writes = event::writes(effect.operation);
  const bool is_atomic = event::is_atomic(effect.operation) || effect.call;
  Row& mine = thread_row(effect.thread);
  bool raced = false;
  const auto check = [&](Word byte) {
    const auto known = facts_at_.find(byte);
    if (known == facts_at_.end()) return;
    for (const std::uint32_t number : known->second) {
      if (raced) break;
      const std::uint32_t role = facts_[number].reader;
      const bool earlier_atomic = role % 2 == 1;
      const bool earlier_writes = is_write(role);
      if ((is_atomic && earlier_atomic) || !unknown(mine, number) ||
          (!writes && !earlier_writes && discipline_ != Discipline::exclusive))
        continue;
      SummaryRace race{.address = effect.target,
                       .size = effect.size,
                       .earlier_is_write = earlier_writes,
                       .effect = effect};
      if (role != kPlainWrite) race.earlier_thread = role / 4 - 1;
      races.push_back(race);
      raced = true;
    }
  };
  if (effect.awaits_leavers) forget_uses(effect.target + kLeaving);
  for (Word byte = effect.target; byte < effect.target + effect.size; ++byte) check(byte);
  if (effect.call) {  // one fact stands for all its bytes
    Used& used = objects_.try_emplace(effect.target, Used{effect.size}).first->second;
    if (used.exposed) make_fact(effect.target + (effect.leaves ? kLeaving : 0), effect, writes, is_atomic);
    return;
  }
  const Word end = effect.target + effect.size;
  for (auto object = objects_.lower_bound(end); object != objects_.begin();) {
    --object;
    if (object->first + object->second.size <= effect.target) break;
    if (is_atomic || alone) continue;
    found_exposed_ = found_exposed_ || !object->second.exposed;
    object->second.exposed = true;
    check(object->first);
    check(object->first + kLeaving);
  }
  // What this access makes: unknown to all but its thread; a write supersedes what came before it.
  for (Word byte = effect.target; byte < end; ++byte) {
    if (writes && !is_atomic) start_afresh(byte, 1);
    if (!writes && discipline_ == Discipline::writes_first)
      continue;  // h as the paper has it: of writes only
    make_fact(byte, effect, writes, is_atomic);
  }
}

void SummaryState::make_fact(Word byte, const Effect& effect, bool writes, bool is_atomic) {
  const std::uint32_t number = fact(byte, role_of(effect.thread, writes, is_atomic));
  for (auto& [key, row] : rows_) forget(row, number, !(key.kind == kThread && key.of == effect.thread));
}

void SummaryState::forget_uses(Word byte) {
  const auto known = facts_at_.find(byte);
  if (known == facts_at_.end()) return;
  for (const std::uint32_t number : known->second)
    if (const std::uint32_t role = facts_[number].reader; role % 2 == 1 && is_write(role))
      for (auto& [key, row] : rows_) forget(row, number, false);
}

bool SummaryState::found_exposed_object() {
  const bool weak = stale_.found_weak();
  return std::exchange(found_exposed_, false) || weak;
}
void SummaryState::begin_anew() {
  rows_.clear();
  stale_.begin_anew();
}

void SummaryState::start_afresh(Word address, std::uint64_t size) {
  for (auto at = facts_at_.lower_bound(address); at != facts_at_.end() && at->first < address + size; ++at)
    for (const std::uint32_t number : at->second)
      for (auto& [key, row] : rows_) forget(row, number, false);
}

void SummaryState::load(const Effect& effect) {
  const Key object{kObject, effect.target};
  if (event::acquires(effect.order)) return acquire(effect.thread, object);
  const auto row = rows_.find(object);
  if (row == rows_.end()) return;
  const auto [entry, is_new] = rows_.try_emplace(Key{kAcquireFence, effect.thread}, row->second);
  if (!is_new) join(entry->second, row->second);
}

void SummaryState::store(const Effect& effect) {
  const Key object{kObject, effect.target};
  const bool continues = effect.operation == Operation::atomic_rmw;
  if (!continues) rows_.erase(object);
  if (event::releases(effect.order)) return release(effect.thread, object);
  const auto fenced = rows_.find(Key{kReleaseFence, effect.thread});
  if (fenced == rows_.end()) return;
  const Row published = fenced->second;
  const auto [entry, is_new] = rows_.try_emplace(object, published);
  if (!is_new) join(entry->second, published);
}

void SummaryState::fence(const Effect& effect) {
  const ThreadNumber me = effect.thread;
  if (event::acquires(effect.order)) acquire(me, {kAcquireFence, me});
  if (event::releases(effect.order)) rows_[{kReleaseFence, me}] = thread_row(me);
}

void SummaryState::follow_stale(const Effect& effect) {
  Seen& mine = thread_row(effect.thread).seen;
  if (effect.operation == Operation::alloc || effect.operation == Operation::free) {
    stale_.start_afresh(effect.target, effect.size);
    for (auto& [key, row] : rows_) StaleReads::forget(row.seen, effect.target, effect.size);
  } else if (effect.operation == Operation::fence) {
    stale_.fence(effect, mine);
  } else if (!event::is_access(effect.operation) && !effect.call) {
    stale_.synchronise(effect);
  } else if (!effect.call) {
    stale_.access(effect, mine);
  }
}

void SummaryState::apply(std::span<const Effect> effects, std::vector<SummaryRace>& races, bool alone) {
  for (const Effect& effect : effects) {
    const ThreadNumber me = effect.thread;
    thread_row(me);
    const Key object{kObject, effect.target};
    if (with_stale_) follow_stale(effect);
    // A load synchronises before it counts as an access: what it learns may be what it would race with.
    if (effect.operation == Operation::atomic_load || effect.operation == Operation::atomic_rmw) load(effect);
    // Races of trusted functions do not count; what they order does.
    if (event::is_access(effect.operation) && !effect.trusted) access(effect, races, alone);
    if (effect.call) continue;
    switch (effect.operation) {
      case Operation::atomic_store:
      case Operation::atomic_rmw:
        store(effect);
        break;
      case Operation::fence:
        fence(effect);
        break;
      case Operation::acquire:
        acquire(me, object);
        acquire(me, {kReaders, effect.target});
        break;
      case Operation::release:
        release(me, object);
        break;
      case Operation::acquire_shared:
        acquire(me, object);
        break;
      case Operation::release_shared:
        release(me, {kReaders, effect.target});
        break;
      case Operation::wait:
        if (effect.lock != 0) release(me, {kObject, effect.lock});
        break;
      case Operation::wake:
        if (effect.lock == 0) break;
        acquire(me, {kObject, effect.lock});
        acquire(me, {kReaders, effect.lock});
        break;
      case Operation::fork: {
        const auto child = static_cast<ThreadNumber>(effect.target);
        const Row mine = thread_row(me);
        thread_row(child) = mine;
        break;
      }
      case Operation::end: {
        const Row mine = thread_row(me);
        rows_[{kEnded, me}] = mine;
        rows_.erase(Key{kReleaseFence, me});
        rows_.erase(Key{kAcquireFence, me});
        break;
      }
      case Operation::join: {
        const auto other = static_cast<ThreadNumber>(effect.target);
        acquire(me, {kEnded, other});
        acquire(me, {kThread, other});
        rows_.erase(Key{kEnded, other});
        rows_.erase(Key{kThread, other});
        break;
      }
      case Operation::arrive:
      case Operation::send:  // a semaphore's post, the end of a once routine
        release(me, object);
        break;
      case Operation::receive:
        acquire(me, object);
        break;
      case Operation::leave:
        acquire(me, object);
        if (effect.size != 0) rows_.erase(object);  // the last of its round
        break;
      case Operation::alloc:
        start_afresh(effect.target, effect.size);
        [[fallthrough]];
      case Operation::free:  // an atomic variable or lock there is gone, with what it published
        for (auto row = rows_.begin(); row != rows_.end();) {
          const bool inside = (row->first.kind == kObject || row->first.kind == kReaders) &&
                              row->first.of >= effect.target && row->first.of < effect.target + effect.size;
          row = inside ? rows_.erase(row) : std::next(row);
        }
        break;
      default:
        break;
    }
  }
}

void SummaryState::write(std::vector<std::uint8_t>& bytes) {
  if (with_stale_) {
    std::vector<Seen*> threads;
    std::vector<Seen*> others;
    for (auto& [key, row] : rows_) (key.kind == kThread ? threads : others).push_back(&row.seen);
    stale_.normalise(threads, others);
  }
  most_rows_ = std::max(most_rows_, rows_.size());
  write(rows_, bytes);
  if (with_stale_) stale_.write(bytes);
}

void SummaryState::write(const std::map<Key, Row>& rows, std::vector<std::uint8_t>& bytes) {
  bytes.clear();
  const auto put = [&](const void* from, std::size_t size) {
    const auto* raw = static_cast<const std::uint8_t*>(from);
    bytes.insert(bytes.end(), raw, raw + size);
  };
  for (const auto& [key, row] : rows) {
    const auto size = static_cast<std::uint32_t>(row.missing.size());
    put(&key.kind, 1);
    put(&key.of, sizeof(key.of));
    put(&size, sizeof(size));
    put(row.missing.data(), row.missing.size() * sizeof(std::uint64_t));
    write_seen(row.seen, bytes);
  }
  bytes.push_back(kNoMore);
}

void SummaryState::read(std::span<const std::uint8_t> bytes) {
  rows_ = rows_in(bytes);
  if (with_stale_) stale_.read(bytes);
}

// What is behind the rows is left.
std::map<SummaryState::Key, SummaryState::Row> SummaryState::rows_in(std::span<const std::uint8_t>& bytes) {
  std::map<Key, Row> rows;
  const auto take = [&](void* to, std::size_t size) {
    if (size > 0) std::memcpy(to, bytes.data(), size);
    bytes = bytes.subspan(size);
  };
  while (true) {
    Key key{};
    std::uint32_t size = 0;
    take(&key.kind, 1);
    if (key.kind == kNoMore) return rows;
    take(&key.of, sizeof(key.of));
    take(&size, sizeof(size));
    Row row{.missing = std::vector<std::uint64_t>(size), .seen = {}};
    take(row.missing.data(), size * sizeof(std::uint64_t));
    row.seen = read_seen(bytes);
    rows.emplace_hint(rows.end(), key, std::move(row));
  }
}

std::string SummaryState::portable(std::span<const std::uint8_t> bytes) const {
  cluster::Packer packer;
  for (const auto& [key, row] : rows_in(bytes)) {
    std::vector<FactKey> missing;
    for (std::uint32_t number = 0; number < row.missing.size() * 64; ++number)
      if (unknown(row, number)) missing.push_back(facts_[number]);
    packer << key.kind << key.of << std::uint64_t{missing.size()};
    for (const FactKey& each : missing) packer << each.address << each.reader;
  }
  return packer.text();
}

std::vector<std::uint8_t> SummaryState::from_portable(std::string_view text) {
  std::map<Key, Row> rows;
  for (cluster::Unpacker unpacker(text); !unpacker.is_empty() && unpacker.is_good();) {
    Key key{};
    std::uint64_t count = 0;
    unpacker >> key.kind >> key.of >> count;
    Row& row = rows[key];
    for (; count > 0 && unpacker.is_good(); --count) {
      FactKey missing{};
      unpacker >> missing.address >> missing.reader;
      forget(row, fact(missing.address, missing.reader), true);
    }
  }
  std::vector<std::uint8_t> bytes;
  write(rows, bytes);
  return bytes;
}

std::vector<SummaryState::UsedObject> SummaryState::used() const {
  std::vector<UsedObject> all;
  for (const auto& [address, used] : objects_) all.push_back({address, used.size, used.exposed});
  return all;
}

bool SummaryState::learn(std::span<const UsedObject> objects) {
  bool news = false;
  for (const UsedObject& more : objects) {
    Used& used = objects_.try_emplace(more.address, Used{more.size}).first->second;
    news = news || (more.exposed && !used.exposed);
    used.exposed = used.exposed || more.exposed;
  }
  return news;
}

}  // namespace heddle::stateful
