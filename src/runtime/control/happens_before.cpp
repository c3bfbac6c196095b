// SPDX-License-Identifier: Apache-2.0
// Data races of one execution, by C11's happens-before, whose clocks are in clocks.cpp.
//
// Memory is watched in words of eight bytes. Each word has a list of accesses: thread, time, bytes, kind. An
// access races with an entry if their bytes overlap, they conflict, and the entry's time is not in the clock
// of the accessing thread. An entry goes when a later access that it happens before covers its bytes and
// conflicts with all that it conflicts with: whatever would race with the old one then races with the new
// one. So the first race of an execution is always found, and no report is false.
#include "runtime/control/happens_before.h"

#include <algorithm>

#include "runtime/control/frames.h"
#include "runtime/control/meeting_times.h"
#include "runtime/control/recent_accesses.h"
#include "runtime/control/touch.h"
#include "runtime/control/turns.h"
#include "runtime/control/world.h"
#include "runtime/shared/raw.h"

namespace heddle::control {

Entry* entries = nullptr;
Chain* chains = nullptr;
Recent recents[kRecents];

namespace {

struct Word {
  std::uint64_t key;
  std::uint32_t generation;
  std::uint32_t first;
};
constexpr std::uint32_t kEnd = ~std::uint32_t{0};
Word* words = nullptr;
std::size_t words_size = 0;
Tables& tables = world.tables;
constexpr std::size_t kEntries = std::size_t{1} << 27;

// Words that are used together lie together, in groups of eight. The groups are spread: threads' heaps and stacks are
// large powers of two apart.
std::size_t place_of_word(std::uint64_t key, std::size_t size) {
  return ((key >> 3) * 0x9E3779B97F4A7C15U >> 21 << 3 | (key & 7)) & (size - 1);
}

void grow_words() {
  const std::size_t size = words_size == 0 ? std::size_t{1} << 12 : words_size * 2;
  auto* grown = static_cast<Word*>(runtime::raw_map(size * sizeof(Word)));
  for (std::size_t i = 0; i < words_size; ++i) {
    if (words[i].generation != world.generation) continue;
    std::size_t at = place_of_word(words[i].key, size);
    while (grown[at].generation == world.generation) at = (at + 1) & (size - 1);
    grown[at] = words[i];
  }
  // What was kept of the old ones may be put back yet, so these stay; all of them together are as large as the new ones.
  forget_waypoints();
  words = grown;
  words_size = size;
}

Word& word_at(std::uint64_t key) {
  std::size_t at = place_of_word(key, words_size);
  while (words[at].generation == world.generation && words[at].key != key) at = (at + 1) & (words_size - 1);
  if (words[at].generation != world.generation) {
    if (tables.words_used * 2 >= words_size) {
      grow_words();
      return word_at(key);
    }
    ++tables.words_used;
    will_change(words[at]);
    words[at] = {key, world.generation, kEnd};
  }
  return words[at];
}

bool is_leaving = false;  // the access that is told now is the last of who has waited there

// Does the new access conflict with all that the old one does, and is it as bad? Plain reads leave atomics (restart_locations).
bool replaces(bool new_write, bool new_atomic, bool new_meant, const Entry& old) {
  if ((new_meant && !old.meant) || (is_leaving && !old.leaving)) return false;
  if (new_write && !new_atomic) return true;
  if (!new_write && !new_atomic) return !old.write && (world.memory == nullptr || !old.atomic);
  if (!old.atomic) return false;
  return new_write || !old.write;
}

// `ends`: not Action::write, if the memory ends here, and nothing orders that with the use.
void report(const Entry& old, std::uint64_t key, std::uint8_t bytes, bool write, bool atomic, bool meant,
            Action ends, const void* pc) {
  const auto first = static_cast<unsigned>(__builtin_ctz(bytes));
  const std::uint64_t address = key * 8 + first;
  const auto size = static_cast<std::uint32_t>(__builtin_popcount(bytes));
  make_visible(key);
  Place places[2];
  places[1] = here(
      write ? (atomic ? Action::atomic_store : Action::write) : (atomic ? Action::atomic_load : Action::read),
      address, size, pc);
  Place& before = places[0];
  before.thread = old.thread;
  before.action = old.write ? (old.atomic ? Action::atomic_store : Action::write)
                            : (old.atomic ? Action::atomic_load : Action::read);
  before.address = address;
  before.size = size;
  if (chains != nullptr) {
    const Chain& chain = *reinterpret_cast<const Chain*>(old.caller);
    before.frames = static_cast<std::uint8_t>(chain.frames);
    std::copy_n(chain.pcs, chain.frames, before.pcs);
  } else {
    before.frames = old.caller != 0 ? 2 : 1;
    before.pcs[0] = old.pc;
    before.pcs[1] = old.caller;
  }
  if (ends != Action::write) {
    places[1].action = ends;
    fail(FailureKind::use_after_free, "", address, size, places, 2);
  }
  if (old.meant || meant) return;
  world.shared->race_kept = true;
  fail(FailureKind::data_race, "", address, size, places, 2);
}

const char* drawing = nullptr;   // the call that writes now what it draws by lot
const char* drawn_by = nullptr;  // the last one
std::uint32_t drawn_in = 0;      // the last execution with such

// A new one, before all others of the word.
Entry& new_entry(Word& word, const Controlled& self, std::uint8_t bytes, bool write, bool atomic, bool meant,
                 const void* pc) {
  std::uint32_t index = tables.entries_free;
  if (index != kEnd)
    tables.entries_free = entries[index].next;
  else
    index = tables.entries_used++;
  if (index >= kEntries) [[unlikely]]
    cut(Doubt::cut_execution, "more memory was accessed than can be watched");
  Entry& entry = entries[index];
  will_change(entry);
  will_change(word);
  entry.next = word.first;
  entry.thread = static_cast<std::uint16_t>(self.number);
  entry.bytes = bytes;
  entry.write = write;
  entry.atomic = atomic;
  entry.meant = meant;
  entry.leaving = is_leaving;
  entry.random = write && drawing != nullptr;
  stamp(entry, self, pc);
  word.first = index;
  return entry;
}

// Atomic accesses do not race with each other: where all others happen before this one, the thread's own entry of the
// same kind is brought up to date. Whatever would race with the old time races with the new. Where there are none but
// atomic ones a new entry joins them, and none goes: so each thread finds its own again, and there are at most as many as
// threads and ways to access the word.
bool renewed(Word& word, std::uint64_t key, const Controlled& self, std::uint8_t bytes, bool write,
             const void* pc) {
  Entry* own = nullptr;
  bool has_plain = false;
  for (std::uint32_t index = word.first; index != kEnd; index = entries[index].next) {
    Entry& old = entries[index];
    if (!old.atomic && old.thread != self.number && old.time > self.clock.at[old.thread]) return false;
    has_plain |= !old.atomic;
    if (old.atomic && old.thread == self.number && old.bytes == bytes && old.write == write &&
        old.leaving == is_leaving)
      own = &old;
  }
  if (own == nullptr && has_plain) return false;
  if (own != nullptr)
    renew(*own, self, pc);
  else
    own = &new_entry(word, self, bytes, write, true, false, pc);
  if (has_plain || is_leaving) return true;
  Recent& recent = recent_of(key, self, bytes, write);
  will_change(recent);
  recent = {key, tables.shape, static_cast<std::uint32_t>(own - entries), how_of(self, bytes, write)};
  return true;
}
void note_read_of_random(const Word& word, std::uint8_t bytes) {
  for (std::uint32_t index = word.first; index != kEnd; index = entries[index].next)
    if (entries[index].random && (entries[index].bytes & bytes) != 0) doubt(Doubt::blocking_call, drawn_by);
}

void learn_times_at(const Word& word, std::uint8_t bytes) {
  for (std::uint32_t index = word.first; index != kEnd; index = entries[index].next) {
    const Entry& old = entries[index];
    if (old.write && (old.bytes & bytes) != 0) learn_times(*world.current, *world.all[old.thread], old.time);
  }
}

// True: there is an atomic access of these bytes.
[[gnu::noinline]] bool access_word(std::uint64_t key, std::uint8_t bytes, bool write, bool atomic, bool frees,
                                   const void* pc) {
  Controlled& self = *world.current;
  const bool meant = self.benign > 0 && !atomic && !frees;
  Word& word = word_at(key);
  if (is_on_stack(key * 8)) [[unlikely]] {
    const Thread owner = owner_of_stack(key * 8);
    if (owner != self.number && owner < world.threads)
      access_of_stack(owner, key * 8 + static_cast<unsigned>(__builtin_ctz(bytes)),
                      static_cast<std::uint32_t>(__builtin_popcount(bytes)), write,
                      word.first != kEnd ? entries[word.first].pc : 0, pc);
  }
  if (drawn_in == world.generation && !write) [[unlikely]]
    note_read_of_random(word, bytes);
  if (are_times_told() && (!write || atomic)) [[unlikely]]
    learn_times_at(word, bytes);
  if (word.first != kEnd) {
    // The same access as the last one to this word: whatever it could race with was seen then.
    Entry& last = entries[word.first];
    if (last.thread == self.number && last.bytes == bytes && last.write == write && last.atomic == atomic &&
        last.meant == meant && last.leaving == is_leaving) {
      renew(last, self, pc);
      last.random = write && drawing != nullptr;
      return atomic;
    }
  }
  if (atomic && renewed(word, key, self, bytes, write, pc)) return true;
  bool meets_atomic = atomic;
  bool has_atomic = false;
  std::uint32_t* link = &word.first;
  Entry race;
  bool has_race = false;
  while (*link != kEnd) {
    Entry& old = entries[*link];
    has_atomic |= old.atomic;
    const bool is_before = old.thread == self.number || old.time <= self.clock.at[old.thread];
    if ((old.bytes & bytes) != 0) {
      meets_atomic |= old.atomic;
      const bool clash =
          old.write || (write && (frees || !world.settings.writes_race_first)) || world.settings.reads_race;
      const bool races = !is_before && clash && !(old.atomic && atomic);
      const Action ends = frees ? Action::free : Action::write;
      if (races && world.settings.kept_count != 0)
          [[unlikely]] {  // that one is kept says nothing of the others
        report(old, key, old.bytes & bytes, write, atomic, meant, ends, pc);
      } else if (races && (!has_race || (race.meant && !old.meant))) {
        race = old;
        race.bytes &= bytes;
        has_race = true;
      }
      if (is_before && (old.bytes & ~bytes) == 0 && replaces(write, atomic, meant, old)) {
        const std::uint32_t gone = *link;
        tables.shape += old.atomic;
        will_change(*link);
        will_change(old);
        *link = old.next;
        old.next = tables.entries_free;
        tables.entries_free = gone;
        continue;
      }
    }
    link = &old.next;
  }
  tables.shape += !atomic && has_atomic;
  new_entry(word, self, bytes, write, atomic, meant, pc);
  if (has_race) [[unlikely]]
    report(race, key, race.bytes, write, atomic, meant, frees ? Action::free : Action::write, pc);
  return meets_atomic;
}

}  // namespace

void forget_accesses() {
  if (entries == nullptr) {
    entries = static_cast<Entry*>(map_apart(kEntries * sizeof(Entry)));
    if (world.settings.kept_frames > 1) chains = static_cast<Chain*>(map_apart(kEntries * sizeof(Chain)));
    grow_words();
  }
  tables.words_used = tables.entries_used = 0;
  tables.entries_free = kEnd;
  is_leaving = false;
  ++tables.shape;
}

namespace {
bool access_words(std::uint64_t address, std::uint64_t size, bool write, bool atomic, bool frees,
                  const void* pc) {
  bool meets_atomic = false;
  while (size > 0) {
    const std::uint64_t offset = address & 7;
    const std::uint64_t part = size < 8 - offset ? size : 8 - offset;
    meets_atomic |= access_word(address >> 3, static_cast<std::uint8_t>(((1U << part) - 1) << offset), write,
                                atomic, frees, pc);
    address += part;
    size -= part;
  }
  return meets_atomic;
}
}  // namespace

bool access(std::uint64_t address, std::uint64_t size, bool write, bool atomic, const void* pc) {
  if (atomic && renewed_again(*world.current, address, size, write, pc)) return true;
  const std::uint64_t offset = address & 7;
  if (offset + size <= 8) [[likely]]
    return access_word(address >> 3, static_cast<std::uint8_t>(((1U << size) - 1) << offset), write, atomic,
                       false, pc);
  return access_words(address, size, write, atomic, false, pc);
}

namespace {
// Each word of the range that somebody accessed.
template <class Visit>
void for_words_of(std::uint64_t address, std::uint64_t size, Visit visit) {
  const std::uint64_t first = address >> 3, end = (address + size + 7) >> 3;
  if (end - first > words_size) {  // there are fewer words than that
    for (std::size_t i = 0; i < words_size; ++i)
      if (words[i].generation == world.generation && words[i].key >= first && words[i].key < end)
        visit(words[i]);
    return;
  }
  for (std::uint64_t key = first; key < end; ++key) {
    std::size_t at = place_of_word(key, words_size);
    while (words[at].generation == world.generation && words[at].key != key) at = (at + 1) & (words_size - 1);
    if (words[at].generation == world.generation) visit(words[at]);
  }
}
// Which bytes of the word are in the range.
std::uint8_t bytes_of(std::uint64_t key, std::uint64_t address, std::uint64_t size) {
  const std::uint64_t begin = key * 8, end = address + size;
  return static_cast<std::uint8_t>((1U << (end < begin + 8 ? end - begin : 8)) -
                                   (1U << (begin < address ? address - begin : 0)));
}

// Uses that are no accesses stand in words of their own, which no address has.
constexpr std::uint64_t kUses = std::uint64_t{1} << 50;
std::uint32_t used_in = 0;  // the last execution with such

// True: an atomic access is unordered. Without a pc nothing is reported.
bool ends_of(std::uint64_t address, std::uint64_t size, bool write, Action ends, const void* pc) {
  const Controlled& self = *world.current;
  bool atomics = false;
  for_words_of(address, size, [&](const Word& word) {
    for (std::uint32_t index = word.first; index != kEnd; index = entries[index].next) {
      const Entry old = entries[index];
      const std::uint8_t bytes = bytes_of(word.key, address, size) & old.bytes;  // others lie beside them
      if (bytes == 0 || old.thread == self.number || old.time <= self.clock.at[old.thread]) continue;
      atomics |= old.atomic;
      if (pc != nullptr && (old.write || write))
        report(old, word.key & ~kUses, bytes, write, false, false, ends, pc);
    }
  });
  return atomics;
}
}  // namespace

bool happens_after_atomics(std::uint64_t address, std::uint64_t size) {
  return !ends_of(address, size, false, Action::write, nullptr);
}

void note_use(std::uint64_t address, std::uint64_t size, const void* pc) {
  used_in = world.generation;
  access_words(address | kUses << 3, size, false, true, false, pc);
}

void access_leaving(std::uint64_t address, std::uint64_t size, const void* pc) {
  is_leaving = true;
  access_words(address, size, true, true, false, pc);
  is_leaving = false;
}

void forget_leaving(std::uint64_t address, std::uint64_t size) {
  for_words_of(address, size, [](Word& word) {
    for (std::uint32_t* link = &word.first; *link != kEnd;) {
      const std::uint32_t gone = *link;
      if (!entries[gone].leaving) {
        link = &entries[gone].next;
        continue;
      }
      forget_waypoints();
      *link = entries[gone].next;
      entries[gone].next = tables.entries_free;
      tables.entries_free = gone;
    }
  });
  ++tables.shape;
}

void touch_with_random(const void* address, std::size_t bytes, const char* call, const void* pc) {
  drawing = drawn_by = call;
  drawn_in = world.generation;
  touch(address, bytes, true, pc);
  drawing = nullptr;
}

void access_by_free(std::uint64_t address, std::uint64_t size, const void* pc) {
  if (used_in == world.generation) ends_of(address | kUses << 3, size, true, Action::free, pc);
  access_words(address, size, true, false, true, pc);
}

void range_ends(std::uint64_t address, std::uint64_t size, bool write, Action ends, const void* pc) {
  if (used_in == world.generation && ends != Action::write)
    ends_of(address | kUses << 3, size, write, ends, pc);
  ends_of(address, size, write, ends, pc);
}

void forget_accesses_of(std::uint64_t address, std::uint64_t size) {
  for (const std::uint64_t uses : {std::uint64_t{0}, kUses << 3})
    for_words_of(address | uses, size, [](Word& word) {
      will_change(word);
      word.first = kEnd;
    });
  ++tables.shape;
}

}  // namespace heddle::control
