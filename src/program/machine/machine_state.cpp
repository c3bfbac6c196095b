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

void Machine::capture(State& state) {
  Parts& p = *parts_;
  for (ThreadNumber t = 0; t < p.threads.size(); ++t)
    if (p.threads[t].dirty) p.capture_thread(t);
  for (std::size_t page = 0; page < p.page_dirty.size(); ++page)
    if (p.page_dirty[page]) {
      p.page_dirty[page] = false;
      p.current[p.threads.size() + page] =
          p.pool.intern({p.globals.data() + page * p.page_size, p.page_size});
    }
  for (std::size_t i = p.dynamic_base; i < p.objects.size(); ++i)
    if (p.objects[i].dirty) p.capture_object(static_cast<ObjectNumber>(i));
  std::size_t present = p.threads.size();
  while (present > 0 && p.current[present - 1] == 0) --present;
  state.clear();
  state.push_back(static_cast<ComponentNumber>(present * 2 + (p.exited ? 1 : 0)));
  state.insert(state.end(), p.current.begin(), p.current.begin() + static_cast<std::ptrdiff_t>(present));
  state.insert(state.end(), p.current.begin() + static_cast<std::ptrdiff_t>(p.threads.size()),
               p.current.end());
  while (state.back() == 0) state.pop_back();
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
  const std::size_t present = state[0] / 2;
  const std::size_t first_page = 1 + present, first_object = first_page + p.page_dirty.size();
  p.widen(present, state.size() > first_object ? p.dynamic_base + state.size() - first_object : 0);
  p.exited = (state[0] & 1) != 0;
  for (ThreadNumber t = 0; t < p.threads.size(); ++t) {
    const ComponentNumber wanted = t < present && 1 + t < state.size() ? state[1 + t] : 0;
    if (p.threads[t].dirty || p.current[t] != wanted) p.restore_thread(t, wanted);
  }
  for (std::size_t page = 0; page < p.page_dirty.size(); ++page) {
    ComponentNumber& known_page = p.current[p.threads.size() + page];
    const ComponentNumber wanted = state[first_page + page];
    if (!p.page_dirty[page] && known_page == wanted) continue;
    p.page_dirty[page] = false;
    known_page = wanted;
    std::memcpy(p.globals.data() + page * p.page_size, p.pool[wanted].data(), p.page_size);
  }
  for (std::size_t i = p.dynamic_base; i < p.objects.size(); ++i) {
    const std::size_t at = first_object + i - p.dynamic_base;
    const ComponentNumber wanted = at < state.size() ? state[at] : 0;
    if (p.objects[i].dirty ||
        p.current[p.threads.size() + p.page_dirty.size() + i - p.dynamic_base] != wanted)
      p.restore_object(static_cast<ObjectNumber>(i), wanted);
  }
  p.changed();
}

}  // namespace heddle::program
