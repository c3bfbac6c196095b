// SPDX-License-Identifier: Apache-2.0
// How threads and blocks are written into components, with their numbers as they are or renamed. Only
// machine_state.cpp and machine_symmetry.cpp include this.
#pragma once

#include <algorithm>

#include "program/machine/machine_parts.h"

namespace heddle::program {

class Writer {
 public:
  explicit Writer(std::vector<std::uint8_t>& out) : out_(out) { out_.clear(); }
  void byte(std::uint8_t value) { out_.push_back(value); }
  // Most values are small numbers: seven bits a byte.
  void number(Word value) {
    while (value >= 0x80) {
      out_.push_back(static_cast<std::uint8_t>(value | 0x80));
      value >>= 7;
    }
    out_.push_back(static_cast<std::uint8_t>(value));
  }
  void raw(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    out_.insert(out_.end(), bytes, bytes + size);
  }

 private:
  std::vector<std::uint8_t>& out_;
};

// A renaming has word(value), object(number), thread(number) and kChanges.
struct SameNames {
  static constexpr bool kChanges = false;
  Word word(Word value) const { return value; }
  ObjectNumber object(ObjectNumber number) const { return number; }
  ThreadNumber thread(ThreadNumber number) const { return number; }
};

template <class Rename>
void Machine::Parts::write_thread(const Thread& thread, const Rename& rename) {
  Writer out(buffer);
  out.byte(static_cast<std::uint8_t>(static_cast<unsigned>(thread.status) | (thread.ending ? 0x20U : 0U) |
                                     (thread.detached ? 0x40U : 0U) | (thread.interrupted ? 0x80U : 0U)));
  out.byte(thread.atomic_depth);
  out.number(rename.word(thread.waits_for));
  out.number(rename.word(thread.mutex));
  out.number(rename.word(thread.result));
  out.number(thread.held.size());
  if constexpr (Rename::kChanges) {
    std::vector<Word> held;
    for (const Word lock : thread.held) held.push_back(rename.word(lock));
    std::sort(held.begin(), held.end());
    for (const Word lock : held) out.number(lock);
  } else {
    for (const Word lock : thread.held) out.number(lock);
  }
  out.number(thread.abandoned.size() * 2 + (thread.others_gone ? 1 : 0));
  for (const Word lock : thread.abandoned) out.number(rename.word(lock));
  out.number(thread.storage.size());
  for (const ObjectNumber object : thread.storage) out.number(rename.object(object));
  out.number(thread.objects.size());
  for (const ObjectNumber object : thread.objects) out.number(rename.object(object));
  out.number(thread.frames.size());
  for (std::size_t i = 0; i < thread.frames.size(); ++i) {
    const Frame& frame = thread.frames[i];
    const Function& owner = program.functions[frame.function];
    out.number(frame.function);
    out.number(frame.pc);
    out.number(frame.first_object);
    out.number(rename.word(frame.routine_of));
    const bool top = i + 1 == thread.frames.size();
    for (const std::uint32_t r :
         program.register_lists[top ? owner.live_before[frame.pc] : owner.live_across[frame.pc]])
      out.number(rename.word(thread.registers[frame.base + r]));
  }
}

template <class Rename>
void Machine::Parts::write_object(const Object& object, const Rename& rename) {
  Writer out(buffer);
  // Only of a variable whose end is to come does it matter whether its address is about.
  const bool exposed = object.exposed && object.kind == Object::Kind::stack && !object.escaped;
  out.byte(static_cast<std::uint8_t>(static_cast<unsigned>(object.kind) | (exposed ? 0x10U : 0U) |
                                     (object.escaped ? 0x20U : 0U) | (object.all_written ? 0x40U : 0U) |
                                     (object.was_stack ? 0x80U : 0U) |
                                     (object.instances.empty() ? 0U : 0x08U)));
  if (object.kind == Object::Kind::freed) return;
  if (!object.instances.empty()) {
    out.number(object.instances.size());
    for (const Instance& instance : object.instances) {
      out.number(instance.offset);
      out.number(instance.type);
    }
  }
  // Whose it is matters only while nobody else reaches it.
  out.number(Rename::kChanges && object.escaped ? 0 : rename.thread(object.owner));
  out.number(object.site);
  out.number(object.name);
  out.number(object.size);
  if constexpr (Rename::kChanges) {
    for (std::uint32_t at = 0; at < object.size; at += 8) {
      Word word = 0;
      const std::uint32_t size = std::min<std::uint32_t>(8, object.size - at);
      std::memcpy(&word, object.bytes.data() + at, size);
      if (size == 8) word = rename.word(word);
      out.raw(&word, size);
    }
  } else {
    out.raw(object.bytes.data(), object.bytes.size());
  }
  out.raw(object.written.data(), object.written.size());
}

}  // namespace heddle::program
