// SPDX-License-Identifier: Apache-2.0
// States up to the numbers of blocks and threads.
//
// A number says nothing: if every 8-byte word that names a block or a thread is renamed by one bijection
// (main stays main), the machine does the same as before, as long as the program only copies names, compares
// them for equality, and moves pointers within their block. Any other use of a name (ordering or hashing
// pointers, looking at a part of one, computing with a pthread_t) sets names_observed, and so does a number
// that only looks like a name; then the caller must not merge anything. The check itself does not depend on
// numbers, so a program that would observe one in some state does so in every isomorphic one: exploring one
// of them is enough to notice.
//
// The key: threads are ordered by their shape (place, registers and what these point to, with names blotted
// out), blocks are numbered as they are reached from the globals and then from the threads in that order.
// Blocks that nothing reaches are left out: no step can depend on them. Threads of one shape keep their
// order, so some isomorphic states get different keys; equal keys always mean isomorphic states. Linear in
// the size of the state.
#include <algorithm>
#include <numeric>

#include "base/hash.h"
#include "program/machine/state_writing.h"

namespace heddle::program {
namespace {

Word word_at(const std::uint8_t* data) {
  Word word = 0;
  std::memcpy(&word, data, 8);
  return word;
}

constexpr std::uint32_t kUnnamed = 0xFFFFFFFF;
constexpr ThreadNumber kNobody = 0x100000;  // ids from here on: threads that were joined

struct NewNames {
  static constexpr bool kChanges = true;
  std::vector<ThreadNumber> threads;  // by old number
  std::vector<ThreadNumber> ids;      // what an id says; of those that name nobody: in order of meeting
  std::vector<ObjectNumber> objects;  // by old number from base on
  std::size_t base = 0;

  ThreadNumber thread(ThreadNumber number) const {
    return number < threads.size() ? threads[number] : number;
  }
  ObjectNumber object(ObjectNumber number) const {
    return number < base || number - base >= objects.size() ? number : objects[number - base];
  }
  Word word(Word value) const {
    if (!looks_like_name(value)) return value;
    if (is_thread_id(value)) {
      const auto number = static_cast<ThreadNumber>(value - 1);
      return number < ids.size() ? thread_id(ids[number]) : value;
    }
    return kPointerMark | Word{object(object_of(value))} << 32 | (value & 0xFFFFFFFF);
  }
};

}  // namespace

void Machine::Parts::note_making(std::uint32_t site, std::uint32_t salt, std::uint32_t number) {
  if (several_alike || !options.symmetry) return;
  const auto [entry, is_new] = makings.try_emplace({site, salt}, number);
  if (!is_new && entry->second != number) several_alike = true;
}

void Machine::Parts::watch_first_words() const {
  for (const Word constant : program.constants)
    if (is_name(constant)) names_observed = true;
  for (const Global& global : program.globals)
    for (std::size_t at = 0; at + 8 <= global.bytes.size(); at += 8)
      if (is_name(word_at(global.bytes.data() + at))) names_observed = true;
}

// The program looks at bytes of words that are, or become, names.
void Machine::Parts::watch_range(Word address, std::uint64_t size) const {
  const Object& object = objects[object_of(address)];
  const auto first = static_cast<std::uint64_t>(offset_of(address)) & ~std::uint64_t{7};
  const auto end = static_cast<std::uint64_t>(offset_of(address)) + size;
  for (std::uint64_t at = first; at < end && at + 8 <= object.size; at += 8)
    if (is_name(word_at(object.data + at))) names_observed = true;
}

// Names move whole if both ends are aligned, but for the last bytes.
void Machine::Parts::watch_copy(Word from, Word to, std::uint64_t size) const {
  if ((from | to) % 8 != 0) {
    watch_range(from, size);
    watch_range(to, size);
  } else if (size % 8 != 0) {
    watch_range(from + size / 8 * 8, size % 8);
    watch_range(to + size / 8 * 8, size % 8);
  }
}

void Machine::Parts::watch_computing(const Instruction& i, Word a, Word b, Word result) const {
  if (names_observed) return;
  const auto is_block = [&](Word value) { return is_pointer(value) && is_name(value); };
  const auto same_block = [&](Word x, Word y) {
    return is_block(x) && is_block(y) && object_of(x) == object_of(y);
  };
  const auto harmless = [&] {
    switch (i.opcode) {
      case Opcode::move:
      case Opcode::select:
        return true;
      case Opcode::icmp:
        if (!is_name(a) && !is_name(b)) return true;
        if (i.width != 64 && i.width != 0) return false;
        return static_cast<IntegerPredicate>(i.aux) <= IntegerPredicate::ne || !is_name(a) || !is_name(b) ||
               same_block(a, b);
      case Opcode::index:
      case Opcode::add:
      case Opcode::sub:
        if (!is_name(a) && !is_name(b)) return !is_name(result);
        if (i.opcode == Opcode::sub && same_block(a, b)) return !is_name(result);
        return is_name(a) != is_name(b) && same_block(is_name(a) ? a : b, result);
      case Opcode::and_:
      case Opcode::or_:
      case Opcode::xor_: {
        if (!is_name(a) && !is_name(b)) return !is_name(result);
        if (is_name(a) == is_name(b) || !is_block(is_name(a) ? a : b)) return false;
        const Word upper = (is_name(a) ? b : a) >> 32;  // the part that meets the number
        return i.opcode == Opcode::and_ ? upper == 0 || upper == 0xFFFFFFFF : upper == 0;
      }
      case Opcode::trunc:
        return !is_name(a) || (is_block(a) && i.width <= 32);
      case Opcode::sext:
      case Opcode::fp_to_si:
      case Opcode::fp_to_ui:
      case Opcode::si_to_fp:
      case Opcode::ui_to_fp:
      case Opcode::fp_resize:
      case Opcode::fneg:
      case Opcode::absolute:
      case Opcode::byte_swap:
      case Opcode::population:
      case Opcode::leading_zeros:
      case Opcode::trailing_zeros:
        return !is_name(a) && !is_name(result);
      default:
        return !is_name(a) && !is_name(b) && !is_name(result);
    }
  };
  if (!harmless()) names_observed = true;
}

// What a thread looks like to someone who cannot read names.
std::uint64_t Machine::Parts::shape_of(const Thread& thread) const {
  std::uint64_t shape = static_cast<std::uint64_t>(thread.status) | (thread.ending ? 0x20U : 0U) |
                        (thread.detached ? 0x40U : 0U) | (thread.interrupted ? 0x80U : 0U) |
                        std::uint64_t{thread.atomic_depth} << 8;
  const auto block = [&](ObjectNumber number) {
    if (number == 0 || number >= objects.size()) return;
    const Object& object = objects[number];
    shape = base::combine(shape, static_cast<std::uint64_t>(object.kind) << 32 | object.site);
    if (object.data == nullptr) return;
    for (std::uint32_t at = 0; at + 8 <= object.size; at += 8) {
      const Word word = word_at(object.data + at);
      shape = base::combine(shape, is_name(word) ? 0 : word);
    }
  };
  const auto word = [&](Word value) {
    if (!is_name(value)) {
      shape = base::combine(shape, value);
      return;
    }
    shape = base::combine(shape, is_thread_id(value) ? 1 : value & 0xFFFFFFFF);
    if (is_pointer(value)) block(object_of(value));
  };
  word(thread.waits_for);
  word(thread.mutex);
  word(thread.result);
  shape = base::combine(shape, thread.held.size());
  for (const ObjectNumber object : thread.storage) block(object);
  for (const ObjectNumber object : thread.objects) block(object);
  for (std::size_t i = 0; i < thread.frames.size(); ++i) {
    const Frame& frame = thread.frames[i];
    const Function& owner = program.functions[frame.function];
    shape = base::combine(shape, std::uint64_t{frame.function} << 32 | frame.pc);
    const bool top = i + 1 == thread.frames.size();
    for (const std::uint32_t r :
         program.register_lists[top ? owner.live_before[frame.pc] : owner.live_across[frame.pc]])
      word(thread.registers[frame.base + r]);
  }
  return shape;
}

bool Machine::may_be_symmetric() const { return parts_->several_alike; }
bool Machine::names_observed() const { return parts_->names_observed; }

void Machine::canonical(State& key, Renaming& renaming) {
  Parts& p = *parts_;
  if (!p.joined_next()) return p.write_canonical(key, renaming, {});
  std::vector<Effect> effects = p.effects;
  const State state = key;
  std::vector<ThreadNumber> row;
  p.failed_row = false;
  p.pass_joins(p.threads.size(), row);
  if (p.failed_row) {  // up to before the last one
    const std::size_t fewer = row.size() - 1;
    restore(state);
    p.failed_row = false;
    p.pass_joins(fewer, row);
  }
  p.write_canonical(key, renaming, row);
  restore(state);
  p.effects.swap(effects);
}

// Threads by shape, main first, those that are not there last. `row`: the threads that main has yet to join before it
// stands where it does.
std::vector<ThreadNumber> Machine::Parts::by_shape(const std::vector<ThreadNumber>& row) const {
  std::vector<ThreadNumber> order(threads.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::uint64_t> shapes(threads.size());
  for (ThreadNumber t = 1; t < threads.size(); ++t)
    if (threads[t].status != Thread::Status::absent) shapes[t] = shape_of(threads[t]);
  for (const ThreadNumber t : row) shapes[t] = base::combine(shapes[t], 1);
  std::stable_sort(order.begin() + 1, order.end(), [&](ThreadNumber a, ThreadNumber b) {
    const bool here_a = threads[a].status != Thread::Status::absent;
    const bool here_b = threads[b].status != Thread::Status::absent;
    return here_a != here_b ? here_a : shapes[a] < shapes[b];
  });
  return order;
}

// Blocks, and ids of nobody, are named as they are reached.
template <class Names>
void Machine::Parts::name_what_is_reached(const std::vector<ThreadNumber>& order, Names& names,
                                          std::vector<ObjectNumber>& reached) const {
  ThreadNumber nobody = kNobody;
  names.objects.assign(objects.size() - dynamic_base, kUnnamed);
  reached.clear();
  const auto reach = [&](ObjectNumber number) {
    if (number < dynamic_base || number >= objects.size()) return;
    ObjectNumber& name = names.objects[number - dynamic_base];
    if (name != kUnnamed) return;
    name = static_cast<std::uint32_t>(dynamic_base + reached.size());
    reached.push_back(number);
  };
  const auto reach_word = [&](Word word) {
    if (is_pointer(word)) reach(object_of(word));
    if (!is_thread_id(word)) return;
    const auto number = static_cast<ThreadNumber>(word - 1);
    if (number < names.ids.size() && names.ids[number] == kUnnamed) names.ids[number] = nobody++;
  };
  for (std::size_t at = 0; at + 8 <= globals.size(); at += 8) reach_word(word_at(globals.data() + at));
  for (const ThreadNumber t : order) {
    const Thread& thread = threads[t];
    if (thread.status == Thread::Status::absent) continue;
    reach_word(thread.waits_for);
    reach_word(thread.mutex);
    reach_word(thread.result);
    for (const ObjectNumber object : thread.storage) reach(object);
    for (const ObjectNumber object : thread.objects) reach(object);
    each_live_word(thread, reach_word);
  }
  for (std::size_t next = 0;; ++next) {
    if (next == reached.size())  // locks held in memory that nothing else reaches
      for (const ThreadNumber t : order)
        for (const std::vector<Word>* locks : {&threads[t].held, &threads[t].abandoned})
          for (const Word lock : *locks) reach_word(lock);
    if (next == reached.size()) break;
    const Object& object = objects[reached[next]];
    if (object.data == nullptr) continue;
    for (std::uint32_t at = 0; at + 8 <= object.size; at += 8) reach_word(word_at(object.data + at));
  }
}

void Machine::Parts::write_canonical(State& key, Renaming& renaming, const std::vector<ThreadNumber>& row) {
  const std::vector<ThreadNumber> order = by_shape(row);
  NewNames names;
  names.base = dynamic_base;
  names.threads.resize(threads.size());
  names.ids.assign(threads.size(), kUnnamed);
  renaming.threads.clear();
  for (std::size_t i = 0; i < order.size(); ++i) {
    names.threads[order[i]] = static_cast<ThreadNumber>(i);
    if (threads[order[i]].status == Thread::Status::absent) continue;
    names.ids[order[i]] = static_cast<ThreadNumber>(i);
    renaming.threads.push_back(order[i]);
  }
  for (const ThreadNumber t : row) names.ids[t] = kUnnamed;
  std::vector<ObjectNumber>& reached = renaming.objects;
  name_what_is_reached(order, names, reached);

  // The same state with the new names.
  const auto has_names = [&](const std::uint8_t* data, std::size_t size) {
    for (std::size_t at = 0; at + 8 <= size; at += 8)
      if (is_name(word_at(data + at))) return true;
    return false;
  };
  key.clear();
  std::size_t present = threads.size();
  while (present > 0 && threads[order[present - 1]].status == Thread::Status::absent) --present;
  key.push_back(static_cast<ComponentNumber>(present * 2 + (exited ? 1 : 0)));
  for (std::size_t i = 0; i < present; ++i) {
    write_thread(threads[order[i]], names);
    if (std::find(row.begin(), row.end(), order[i]) != row.end()) buffer.push_back(1);
    key.push_back(threads[order[i]].status == Thread::Status::absent ? 0 : pool.intern(buffer));
  }
  for (std::size_t page = 0; page < page_dirty.size(); ++page) {
    const std::uint8_t* data = globals.data() + page * page_size;
    if (!has_names(data, page_size)) {
      key.push_back(current[threads.size() + page]);
      continue;
    }
    buffer.resize(page_size);
    for (std::size_t at = 0; at < page_size; at += 8) {
      const Word word = names.word(word_at(data + at));
      std::memcpy(buffer.data() + at, &word, 8);
    }
    key.push_back(pool.intern(buffer));
  }
  for (const ObjectNumber number : reached) {
    const Object& object = objects[number];
    if (object.kind == Object::Kind::absent) {
      key.push_back(0);
      continue;
    }
    write_object(object, names);
    key.push_back(pool.intern(buffer));
  }
  while (key.back() == 0) key.pop_back();
}

}  // namespace heddle::program
