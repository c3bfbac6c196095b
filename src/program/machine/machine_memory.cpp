// SPDX-License-Identifier: Apache-2.0
// The machine's memory: byte objects with bounds. Every access finds its object by number, so it can go wrong
// in exactly the ways that are findings: null, no object, freed, out of bounds, not written before, constant.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

Outcome Machine::Parts::fail(ThreadNumber thread, finding::Kind kind, std::string message, Word address) {
  problem = {.kind = kind, .message = std::move(message), .thread = thread, .address = address};
  if (thread < threads.size() && !threads[thread].frames.empty())
    problem.location = instruction(threads[thread]).location;
  return Outcome::problem;
}

Outcome Machine::Parts::give_up(ThreadNumber thread, const std::string& what) {
  const Thread& one = threads[thread];
  const std::uint32_t own = own_place(one);
  const std::uint32_t place = own != 0 || one.frames.empty() ? own : instruction(one).location;
  const std::string where = event::text(program.locations[place]);
  unsupported = where.empty() ? what : fmt::format("{} ({})", what, where);
  return Outcome::unsupported;
}

Outcome Machine::Parts::settled(Outcome outcome) {
  return std::exchange(refused, false) && outcome == Outcome::problem ? Outcome::unsupported : outcome;
}

std::uint8_t* Machine::Parts::bytes(ThreadNumber thread, Word address, std::uint64_t size, bool for_writing) {
  using finding::Kind;
  if (!is_pointer(address)) {
    if (address < 4096)
      fail(thread, Kind::null_dereference, "a null pointer is dereferenced", address);
    else
      fail(thread, Kind::out_of_bounds, fmt::format("{:#x} is not the address of anything", address),
           address);
    return nullptr;
  }
  const ObjectNumber number = object_of(address);
  if (!has_object(number) || objects[number].kind == Object::Kind::absent) {
    fail(thread, Kind::use_after_free, "memory that no longer exists is accessed", address);
    return nullptr;
  }
  Object& object = objects[number];
  if (object.kind == Object::Kind::freed) {
    fail(thread, Kind::use_after_free,
         object.was_stack ? "a local variable is accessed after its scope ended or its function returned"
                          : "freed memory is accessed",
         address);
    return nullptr;
  }
  const std::int64_t offset = offset_of(address);
  if (object.kind == Object::Kind::function || offset < 0 ||
      static_cast<std::uint64_t>(offset) + size > object.size) {
    fail(thread, Kind::out_of_bounds,
         fmt::format("{} byte{} at offset {} of an object of {} byte{}", size, size == 1 ? "" : "s", offset,
                     object.size, object.size == 1 ? "" : "s"),
         address);
    return nullptr;
  }
  if (object.elsewhere) {
    give_up(thread, fmt::format("the variable {} of a library",
                                program.globals[number - program.global_object(0)].name));
    refused = true;
    return nullptr;
  }
  if (for_writing && on_behalf && (object.escaped || object.kind == Object::Kind::global)) {
    fail(thread, Kind::lock_misuse, "it writes memory", address);
    return nullptr;
  }
  if (for_writing && object.constant) {
    fail(thread, Kind::signal, "a constant is written", address);
    return nullptr;
  }
  if (!object.escaped && object.owner != thread && object.kind != Object::Kind::global) {
    private_failed = true;  // its address came here in pieces
    escape(address);
  }
  return object.data + offset;
}

// Any byte of it.
bool Machine::Parts::is_written(Word address, std::uint64_t size) const {
  const Object& object = objects[object_of(address)];
  if (object.all_written || size == 0) return true;
  const auto offset = static_cast<std::uint64_t>(offset_of(address));
  for (std::uint64_t i = offset; i < offset + size; ++i)
    if ((object.written[i / 8] >> (i % 8) & 1) != 0) return true;
  return false;
}

bool Machine::Parts::check_written(ThreadNumber thread, Word address, std::uint64_t size) {
  if (!options.uninitialised || is_written(address, size)) return true;
  fail(thread, finding::Kind::uninitialised_read, "memory is read that was never written", address);
  return false;
}

void Machine::Parts::mark_written(Word address, std::uint64_t size, bool written) {
  Object& object = objects[object_of(address)];
  if (object.all_written) return;
  const auto offset = static_cast<std::uint64_t>(offset_of(address));
  for (std::uint64_t i = offset; i < offset + size; ++i) {
    const auto bit = static_cast<std::uint8_t>(1U << (i % 8));
    if (written)
      object.written[i / 8] |= bit;
    else
      object.written[i / 8] &= static_cast<std::uint8_t>(~bit);
  }
}

void Machine::Parts::touch(Word address, std::uint64_t size) {
  Object& object = objects[object_of(address)];
  if (object.kind != Object::Kind::global) {
    object.dirty = true;
    return;
  }
  const std::uint64_t first = object.page_base + static_cast<std::uint64_t>(offset_of(address));
  for (std::uint64_t page = first / page_size; page * page_size < first + size; ++page)
    page_dirty[page] = true;
}

bool Machine::Parts::load(ThreadNumber thread, Word address, unsigned size, Word& result) {
  const std::uint8_t* from = bytes(thread, address, size, false);
  if (from == nullptr || !check_written(thread, address, size)) return false;
  if (options.symmetry && (size != 8 || address % 8 != 0)) watch_range(address, size);
  result = 0;
  std::memcpy(&result, from, std::min(size, 8U));
  return true;
}

bool Machine::Parts::store(ThreadNumber thread, Word address, unsigned size, Word value) {
  std::uint8_t* to = bytes(thread, address, size, true);
  if (to == nullptr) return false;
  const bool in_part = options.symmetry && (size != 8 || address % 8 != 0);
  if (in_part) watch_range(address, size);
  if (size == 8 && address % 8 != 0 && is_name(value)) names_scattered = names_observed = true;
  std::memcpy(to, &value, std::min(size, 8U));
  if (in_part) watch_range(address, size);
  const Object& object = objects[object_of(address)];
  if (!object.all_written) mark_written(address, size, value != kIndeterminate);
  touch(address, size);
  if (size == 8 && is_pointer(value)) {
    if (object.escaped) escape(value);
    expose(value);
  }
  return true;
}

// Others can now reach the object, and whatever its bytes point to.
void Machine::Parts::escape(Word value) {
  if (!is_pointer(value) || !has_object(object_of(value))) return;
  Object& object = objects[object_of(value)];
  if (object.escaped || object.kind == Object::Kind::absent) return;
  object.escaped = true;
  object.dirty = true;
  escape_content(object);
}

void Machine::Parts::escape_content(const Object& object) {
  if (object.data == nullptr) return;  // it has ended: only its name is passed on
  for (std::uint32_t i = 0; i + 8 <= object.size; i += names_scattered ? 1 : 8) {
    Word word = 0;
    std::memcpy(&word, object.data + i, 8);
    if (is_pointer(word)) escape(word);
  }
}

// Every word of the state that may be a name, but for the one at `but`.
template <class Look>
void Machine::Parts::each_word(Word but, const Look& look) const {
  const std::size_t step = names_scattered ? 1 : 8;
  const std::uint8_t* skipped = nullptr;
  if (is_pointer(but) && has_object(object_of(but)) && objects[object_of(but)].data != nullptr)
    skipped = objects[object_of(but)].data + offset_of(but);
  const auto look_in = [&](const std::uint8_t* data, std::size_t size) {
    for (std::size_t i = 0; i + 8 <= size; i += step) {
      Word word = 0;
      std::memcpy(&word, data + i, 8);
      if (looks_like_name(word) && data + i != skipped) look(word);
    }
  };
  look_in(globals.data(), globals.size());
  for (std::size_t i = dynamic_base; i < objects.size(); ++i)
    if (objects[i].data != nullptr) look_in(objects[i].data, objects[i].size);
  for (const Thread& thread : threads) {
    look(thread.waits_for);
    look(thread.mutex);
    look(thread.result);
    for (const Word lock : thread.held) look(lock);
    for (const Word lock : thread.abandoned) look(lock);
    each_live_word(thread, look);
  }
}

bool Machine::Parts::is_named(ThreadNumber thread, Word but) const {
  bool found = false;
  each_word(but, [&](Word word) { found = found || word == thread_id(thread); });
  return found;
}

ObjectNumber Machine::Parts::make_object(ThreadNumber thread, Object::Kind kind, std::uint64_t size,
                                         std::uint32_t site, std::uint32_t salt, bool zeroed) {
  bool tried_to_reclaim = false;
  for (std::uint32_t count = 0;; ++count) {
    const auto [entry, is_new] =
        object_numbers.try_emplace({thread, site, salt, count}, static_cast<ObjectNumber>(objects.size()));
    if (is_new && options.number)
      entry->second =
          static_cast<ObjectNumber>(dynamic_base) +
          options.number({.is_thread = false, .maker = thread, .site = site, .salt = salt, .count = count});
    const ObjectNumber number = entry->second;
    HEDDLE_CHECK(number < kMostObjects, "run() stops long before");
    widen(0, number + std::size_t{1});
    if (objects[number].kind == Object::Kind::freed && !tried_to_reclaim) {
      reclaim();
      tried_to_reclaim = true;
    }
    Object& object = objects[number];
    if (object.kind != Object::Kind::absent) continue;
    object.kind = kind;
    object.constant = false;
    object.escaped = !options.private_memory;
    object.dirty = true;
    object.all_written = zeroed;
    object.exposed = object.was_stack = false;
    object.owner = thread;
    object.site = site;
    object.name = 0;
    object.size = static_cast<std::uint32_t>(size);
    object.bytes.assign(size, 0);
    object.written.assign(zeroed ? 0 : (size + 7) / 8, 0);
    object.data = object.bytes.data();
    if (kind == Object::Kind::heap) note_making(site, salt, number);  // others are as alike as their threads
    if (kind != Object::Kind::heap && options.private_effects)
      effect(thread, event::Operation::alloc, address_of(number), size);
    return number;
  }
}

void Machine::Parts::end_object(ObjectNumber number) {
  Object& object = objects[number];
  const bool may_dangle = object.escaped || object.exposed || object.kind == Object::Kind::heap;
  object.was_stack = object.kind == Object::Kind::stack;
  object.kind = may_dangle ? Object::Kind::freed : Object::Kind::absent;
  object.dirty = true;
  object.bytes.clear();
  object.written.clear();
  object.instances.clear();
  object.data = nullptr;
}

// Globals are known from their types.
void Machine::Parts::note_instance(Word address, std::uint32_t type) {
  if (!is_pointer(address) || object_of(address) < dynamic_base || !has_object(object_of(address))) return;
  Object& object = objects[object_of(address)];
  if (object.data == nullptr || offset_of(address) < 0 || offset_of(address) >= object.size) return;
  const Instance instance{static_cast<std::uint32_t>(offset_of(address)), type};
  const auto at = std::lower_bound(object.instances.begin(), object.instances.end(), instance);
  if (at != object.instances.end() && *at == instance) return;
  object.instances.insert(at, instance);
  object.dirty = true;
}

// Tombstones that nothing points to any more are gone. Looks at all memory: it runs only when a freed number
// could be used again.
void Machine::Parts::reclaim() {
  std::vector<bool> pointed(objects.size());
  each_word(0, [&](Word word) {
    if (is_pointer(word) && object_of(word) < pointed.size()) pointed[object_of(word)] = true;
  });
  for (std::size_t i = dynamic_base; i < objects.size(); ++i)
    if (objects[i].kind == Object::Kind::freed && !pointed[i]) {
      objects[i].kind = Object::Kind::absent;
      objects[i].dirty = true;
    }
}

bool Machine::Parts::copy(ThreadNumber thread, Word to, Word from, std::uint64_t size) {
  if (size == 0) return true;
  const std::uint8_t* source = bytes(thread, from, size, false);
  if (source == nullptr) return false;
  std::uint8_t* target = bytes(thread, to, size, true);
  if (target == nullptr) return false;
  source = bytes(thread, from, size, false);
  const Object& source_object = objects[object_of(from)];
  if (!objects[object_of(to)].all_written) {
    if (source_object.all_written) {
      mark_written(to, size);
    } else {
      const std::vector<std::uint8_t> bits = source_object.written;
      const auto offset = static_cast<std::uint64_t>(offset_of(from));
      for (std::uint64_t i = 0; i < size; ++i)
        mark_written(to + i, 1, (bits[(offset + i) / 8] >> ((offset + i) % 8) & 1) != 0);
    }
  }
  const bool in_part = options.symmetry && ((to | from | size) % 8 != 0);
  if (in_part) watch_copy(from, to, size);
  std::memmove(target, source, size);
  if (in_part) watch_copy(to, to, size);
  touch(to, size);
  if (objects[object_of(to)].escaped) escape_content(objects[object_of(to)]);
  return true;
}

bool Machine::Parts::fill(ThreadNumber thread, Word to, std::uint8_t byte, std::uint64_t size) {
  if (size == 0) return true;
  std::uint8_t* target = bytes(thread, to, size, true);
  if (target == nullptr) return false;
  if (options.symmetry) watch_range(to, size);
  std::memset(target, byte, size);
  if (options.symmetry) watch_range(to, size);
  mark_written(to, size);
  touch(to, size);
  return true;
}

bool Machine::Parts::release_memory(ThreadNumber thread, Word address) {
  using finding::Kind;
  if (address == 0) return true;
  const ObjectNumber block = is_pointer(address) ? object_of(address) : 0;
  if (block == 0 || !has_object(block) || objects[block].kind == Object::Kind::absent)
    return fail(thread, Kind::invalid_free, fmt::format("{:#x} is freed, which was never allocated", address),
                address),
           false;
  const Object& object = objects[block];
  if (object.kind == Object::Kind::freed)
    return fail(thread, Kind::double_free, "memory is freed twice", address), false;
  if (object.kind != Object::Kind::heap)
    return fail(thread, Kind::invalid_free, "something is freed that malloc did not make", address), false;
  if (offset_of(address) != 0)
    return fail(thread, Kind::invalid_free,
                fmt::format("a pointer {} bytes into a block is freed", offset_of(address)), address),
           false;
  const bool left = leave_memory(thread, block);
  end_object(block);  // freed all the same
  return left;
}

// How many bytes a string function looks at: up to the end of the object at most.
std::uint64_t Machine::Parts::string_extent(Word address, Word most) const {
  if (!is_pointer(address) || !has_object(object_of(address))) return 1;
  const Object& object = objects[object_of(address)];
  const std::int64_t offset = offset_of(address);
  if (object.data == nullptr || offset < 0 || offset >= static_cast<std::int64_t>(object.size)) return 1;
  const std::uint8_t* first = object.data + offset;
  const std::uint8_t* end = object.data + object.size;
  const std::uint8_t* zero = std::find(first, end, std::uint8_t{0});
  return std::min<Word>(static_cast<std::uint64_t>(zero - first) + 1, most);
}

bool Machine::Parts::string_at(ThreadNumber thread, Word address, std::string& text, Word most) {
  const std::uint64_t extent = string_extent(address, most);
  const std::uint8_t* from = bytes(thread, address, extent, false);
  if (from == nullptr || !check_written(thread, address, extent)) return false;
  if (options.symmetry) watch_range(address, extent);
  const bool ends = extent == 0 || from[extent - 1] == 0;
  text.assign(reinterpret_cast<const char*>(from), ends && extent > 0 ? extent - 1 : extent);
  return true;
}

}  // namespace heddle::program
