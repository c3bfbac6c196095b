// SPDX-License-Identifier: Apache-2.0
// States of the machine: taken apart into components, of which only those touched since the last capture are
// looked at again, and put together again, of which only those that differ are read.
#include <fmt/format.h>

#include "program/machine/machine_parts.h"
#include "program/machine/state_reading.h"
#include "program/machine/state_writing.h"

namespace heddle::program {

void Machine::Parts::capture_thread(ThreadNumber number) {
  Thread& thread = threads[number];
  thread.dirty = false;
  if (thread.status == Thread::Status::absent) {
    current[number] = 0;
    return;
  }
  write_thread(thread, SameNames());
  current[number] = pool.intern(buffer);
}

void Machine::Parts::restore_thread(ThreadNumber number, ComponentNumber component) {
  Thread& thread = threads[number];
  thread.dirty = false;
  current[number] = component;
  if (component == 0) {
    thread.status = Thread::Status::absent;
    thread.frames.clear();
    thread.held.clear();
    thread.abandoned.clear();
    thread.others_gone = false;
    thread.objects.clear();
    thread.storage.clear();
    thread.atomic_depth = 0;
    thread.result = 0;
    return;
  }
  Reader in(pool[component]);
  const std::uint8_t status = in.byte();
  thread.status = static_cast<Thread::Status>(status & 0x1F);
  thread.ending = (status & 0x20) != 0;
  thread.detached = (status & 0x40) != 0;
  thread.interrupted = (status & 0x80) != 0;
  thread.atomic_depth = in.byte();
  thread.waits_for = in.number();
  thread.mutex = in.number();
  thread.result = in.number();
  thread.held.resize(in.number());
  for (Word& lock : thread.held) lock = in.number();
  const Word abandoned = in.number();
  thread.others_gone = abandoned % 2 != 0;
  thread.abandoned.resize(abandoned / 2);
  if (abandoned >= 2) forget_known(true);
  for (Word& lock : thread.abandoned) lock = in.number();
  thread.storage.resize(in.number());
  for (ObjectNumber& object : thread.storage) object = static_cast<ObjectNumber>(in.number());
  thread.objects.resize(in.number());
  for (ObjectNumber& object : thread.objects) object = static_cast<ObjectNumber>(in.number());
  thread.frames.resize(in.number());
  std::uint32_t base = 0;
  for (std::size_t i = 0; i < thread.frames.size(); ++i) {
    Frame& frame = thread.frames[i];
    frame.function = static_cast<std::uint32_t>(in.number());
    frame.pc = static_cast<std::uint32_t>(in.number());
    frame.first_object = static_cast<std::uint32_t>(in.number());
    frame.routine_of = in.number();
    frame.base = base;
    const Function& owner = program.functions[frame.function];
    base += owner.registers;
    if (thread.registers.size() < base) thread.registers.resize(base);
    const bool top = i + 1 == thread.frames.size();
    for (const std::uint32_t r :
         program.register_lists[top ? owner.live_before[frame.pc] : owner.live_across[frame.pc]])
      thread.registers[frame.base + r] = in.number();
  }
}

void Machine::Parts::capture_object(ObjectNumber number) {
  Object& object = objects[number];
  object.dirty = false;
  ComponentNumber& slot = current[threads.size() + page_dirty.size() + number - dynamic_base];
  if (object.kind == Object::Kind::absent) {
    slot = 0;
    return;
  }
  write_object(object, SameNames());
  slot = pool.intern(buffer);
}

void Machine::Parts::restore_object(ObjectNumber number, ComponentNumber component) {
  Object& object = objects[number];
  object.dirty = false;
  current[threads.size() + page_dirty.size() + number - dynamic_base] = component;
  if (component == 0) {
    object.kind = Object::Kind::absent;
    object.data = nullptr;
    object.instances.clear();
    return;
  }
  Reader in(pool[component]);
  const std::uint8_t flags = in.byte();
  object.kind = static_cast<Object::Kind>(flags & 0x07);
  object.exposed = (flags & 0x10) != 0;
  object.escaped = (flags & 0x20) != 0;
  object.all_written = (flags & 0x40) != 0;
  object.was_stack = (flags & 0x80) != 0;
  object.instances.clear();
  if (object.kind == Object::Kind::freed) {
    object.data = nullptr;
    object.bytes.clear();
    object.written.clear();
    return;
  }
  if ((flags & 0x08) != 0) {
    object.instances.resize(in.number());
    for (Instance& instance : object.instances) {
      instance.offset = static_cast<std::uint32_t>(in.number());
      instance.type = static_cast<std::uint32_t>(in.number());
    }
  }
  object.owner = static_cast<ThreadNumber>(in.number());
  object.site = static_cast<std::uint32_t>(in.number());
  object.name = static_cast<std::uint32_t>(in.number());
  object.size = static_cast<std::uint32_t>(in.number());
  object.bytes.resize(object.size);
  in.raw(object.bytes.data(), object.size);
  object.written.resize(object.all_written ? 0 : (object.size + 7) / 8);
  in.raw(object.written.data(), object.written.size());
  object.data = object.bytes.data();
}

void Machine::Parts::take() {
  for (ThreadNumber t = 0; t < threads.size(); ++t)
    if (threads[t].dirty) capture_thread(t);
  for (std::size_t page = 0; page < page_dirty.size(); ++page)
    if (page_dirty[page]) {
      page_dirty[page] = false;
      current[threads.size() + page] = pool.intern({globals.data() + page * page_size, page_size});
    }
  for (std::size_t i = dynamic_base; i < objects.size(); ++i)
    if (objects[i].dirty) capture_object(static_cast<ObjectNumber>(i));
  std::size_t present = threads.size();
  while (present > 0 && current[present - 1] == 0) --present;
  taken.clear();
  taken.push_back(static_cast<ComponentNumber>(present * 2 + (exited ? 1 : 0)));
  taken.insert(taken.end(), current.begin(), current.begin() + static_cast<std::ptrdiff_t>(present));
  taken.insert(taken.end(), current.begin() + static_cast<std::ptrdiff_t>(threads.size()), current.end());
  while (taken.back() == 0) taken.pop_back();
  is_taken = true;
}

void Machine::capture(State& state) {
  if (!parts_->is_taken) parts_->take();
  state = parts_->taken;
}

// So many there are in a state that another machine made, or are about to be.
void Machine::Parts::widen(std::size_t thread_count, std::size_t object_count) {
  if (thread_count > threads.size()) {
    current.insert(current.begin() + static_cast<std::ptrdiff_t>(threads.size()),
                   thread_count - threads.size(), 0);
    threads.resize(thread_count);
    while (thread_names.size() < thread_count)
      thread_names.push_back(fmt::format("T{}", thread_names.size()));
  }
  if (object_count <= objects.size()) return;
  current.resize(current.size() + object_count - objects.size());
  objects.resize(object_count);
}

void Machine::restore(std::span<const ComponentNumber> state) {
  Parts& p = *parts_;
  const std::size_t threads = state[0] / 2;
  const std::size_t before_objects = 1 + threads + p.page_dirty.size();
  p.widen(threads, state.size() > before_objects ? p.dynamic_base + state.size() - before_objects : 0);
  p.taken.assign(state.begin(), state.end());
  p.exited = (state[0] & 1) != 0;
  p.is_taken = p.is_behind = true;
  p.changed();
}

void Machine::Parts::settle() {
  if (!is_behind) return;
  is_behind = false;
  const std::size_t present = taken[0] / 2;
  for (ThreadNumber t = 0; t < threads.size(); ++t) {
    const ComponentNumber wanted = t < present && 1 + t < taken.size() ? taken[1 + t] : 0;
    if (threads[t].dirty || current[t] != wanted) restore_thread(t, wanted);
  }
  const std::size_t first_page = 1 + present;
  for (std::size_t page = 0; page < page_dirty.size(); ++page) {
    ComponentNumber& known_page = current[threads.size() + page];
    const ComponentNumber wanted = taken[first_page + page];
    if (!page_dirty[page] && known_page == wanted) continue;
    page_dirty[page] = false;
    known_page = wanted;
    std::memcpy(globals.data() + page * page_size, pool[wanted].data(), page_size);
  }
  const std::size_t first_object = first_page + page_dirty.size();
  for (std::size_t i = dynamic_base; i < objects.size(); ++i) {
    const std::size_t at = first_object + i - dynamic_base;
    const ComponentNumber wanted = at < taken.size() ? taken[at] : 0;
    if (objects[i].dirty || current[threads.size() + page_dirty.size() + i - dynamic_base] != wanted)
      restore_object(static_cast<ObjectNumber>(i), wanted);
  }
}

ComponentNumber Machine::Parts::part_at(Slot slot) {
  const std::size_t present = taken[0] / 2;
  std::size_t at = 0;
  if (slot == kAtomicSlot) {
    ComponentNumber inside = 0;
    for (ThreadNumber number = 0; number < present; ++number)
      inside += facts_of(number).atomic_depth > 0 ? 1 : 0;
    return inside;
  }
  if (slot >= kBlockSlot)
    at = 1 + present + page_dirty.size() + (slot - kBlockSlot);
  else if (slot >= kPageSlot)
    at = 1 + present + (slot - kPageSlot);
  else if (slot < present)
    at = 1 + slot;
  else
    return 0;
  return at < taken.size() ? taken[at] : 0;
}

// Of a thread that is there already.
void Machine::Parts::put_part(Slot slot, ComponentNumber part) {
  const std::size_t present = taken[0] / 2;
  const std::size_t at = slot >= kBlockSlot  ? 1 + present + page_dirty.size() + (slot - kBlockSlot)
                         : slot >= kPageSlot ? 1 + present + (slot - kPageSlot)
                                             : 1 + std::size_t{slot};
  if (at >= taken.size()) taken.resize(at + 1);
  taken[at] = part;
  for (std::size_t last = present; slot < kAtomicSlot && last > 0 && taken[last] == 0; --last) {
    taken.erase(taken.begin() +
                static_cast<std::ptrdiff_t>(last));  // threads that are gone have no place at the end
    taken[0] -= 2;
  }
  while (taken.back() == 0) taken.pop_back();
}

}  // namespace heddle::program
