// SPDX-License-Identifier: Apache-2.0
// Functions of the C library that make, free, copy, fill or read memory.
#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

using event::Operation;

constexpr Word kHuge = Word{1} << 28;  // what malloc refuses

Pending reading_besides(Pending next, Word source, Word size) {
  next.source = source;
  next.source_size = size;
  return next;
}

}  // namespace

Word Machine::Parts::new_block(ThreadNumber number, std::uint32_t location, Word size, bool zeroed) {
  const ObjectNumber made = make_object(number, Object::Kind::heap, size, location, 0, zeroed);
  effect(number, Operation::alloc, address_of(made), size);
  return address_of(made);
}

Outcome Machine::Parts::do_allocate(const BuiltinCall& call) {
  const Word size = arg(call, 0);
  return go_on(call, size > kHuge ? 0 : new_block(call.number, call.instruction.location, size, false));
}
Outcome Machine::Parts::do_allocate_zeroed(const BuiltinCall& call) {
  const Word count = arg(call, 0);
  const Word size = arg(call, 1);
  if (count != 0 && size > kHuge / count) return go_on(call, 0);
  return go_on(call, new_block(call.number, call.instruction.location, count * size, true));
}
Outcome Machine::Parts::do_allocate_aligned(const BuiltinCall& call) {
  const Word size = call.instruction.c == 2 ? std::max(arg(call, 0), arg(call, 1)) : arg(call, 0);
  return go_on(call, size > kHuge ? 0 : new_block(call.number, call.instruction.location, size, false));
}

Pending Machine::Parts::before_free(const BuiltinCall& call) const {
  const Word address = arg(call, 0);
  const bool known = is_pointer(address) && has_object(object_of(address));
  Pending next =
      touching(address, known ? std::max<std::uint32_t>(objects[object_of(address)].size, 1) : 1, true);
  if (address == 0) next.size = 0;
  next.free = true;
  return next;
}
Outcome Machine::Parts::do_release_memory(const BuiltinCall& call) {
  const Word address = arg(call, 0);
  if (is_pointer(address) && has_object(object_of(address)))
    effect(call.number, Operation::free, address,
           std::max<std::uint32_t>(objects[object_of(address)].size, 1));
  return go_on_if(release_memory(call.number, address), call);
}
Outcome Machine::Parts::do_reallocate(const BuiltinCall& call) {
  const Word old = arg(call, 0);
  const Word size = arg(call, 1);
  if (size > kHuge) return go_on(call, 0);
  const Word made = new_block(call.number, call.instruction.location, size, false);
  if (old != 0) {
    if (bytes(call.number, old, 0, false) == nullptr) return Outcome::problem;
    const Word kept = std::min<Word>(size, objects[object_of(old)].size);
    effect(call.number, Operation::free, old, std::max<std::uint32_t>(objects[object_of(old)].size, 1));
    if (!copy(call.number, made, old, kept) || !release_memory(call.number, old)) return Outcome::problem;
  }
  return go_on(call, made);
}

Pending Machine::Parts::before_copy(const BuiltinCall& call) const {
  return reading_besides(touching(arg(call, 0), arg(call, 2), true), arg(call, 1), arg(call, 2));
}
Outcome Machine::Parts::do_copy_memory(const BuiltinCall& call) {
  const Word to = arg(call, 0);
  const Word from = arg(call, 1);
  const Word size = arg(call, 2);
  if (size != 0) {
    effect(call.number, Operation::read, from, size);
    effect(call.number, Operation::write, to, size);
  }
  return go_on_if(copy(call.number, to, from, size), call, to);
}

Pending Machine::Parts::before_fill(const BuiltinCall& call) const {
  return touching(arg(call, 0), arg(call, 2), true);
}
Outcome Machine::Parts::do_set_memory(const BuiltinCall& call) {
  const Word to = arg(call, 0);
  const Word size = arg(call, 2);
  if (size != 0) effect(call.number, Operation::write, to, size);
  return go_on_if(fill(call.number, to, static_cast<std::uint8_t>(arg(call, 1)), size), call, to);
}

Pending Machine::Parts::before_look_at_two(const BuiltinCall& call) const {
  return reading_besides(touching(arg(call, 0), arg(call, 2), false), arg(call, 1), arg(call, 2));
}
Outcome Machine::Parts::do_compare_memory(const BuiltinCall& call) {
  const Word one = arg(call, 0);
  const Word other = arg(call, 1);
  const Word size = arg(call, 2);
  if (size == 0) return go_on(call, 0);
  for (const Word address : {one, other}) {
    effect(call.number, Operation::read, address, size);
    if (bytes(call.number, address, size, false) == nullptr || !check_written(call.number, address, size))
      return Outcome::problem;
    if (options.symmetry) watch_range(address, size);
  }
  const int order =
      std::memcmp(bytes(call.number, one, size, false), bytes(call.number, other, size, false), size);
  return go_on(call, static_cast<Word>(std::int64_t{order}));
}

Pending Machine::Parts::before_look_at_text(const BuiltinCall& call) const {
  return touching(arg(call, 0), string_extent(arg(call, 0)), false);
}
Outcome Machine::Parts::do_string_length(const BuiltinCall& call) {
  std::string text;
  effect(call.number, Operation::read, arg(call, 0), string_extent(arg(call, 0)));
  if (!string_at(call.number, arg(call, 0), text)) return Outcome::problem;
  return go_on(call, text.size());
}

Pending Machine::Parts::before_look_at_texts(const BuiltinCall& call) const {
  const Word most = call.instruction.c > 2 ? arg(call, 2) : ~Word{0};
  return reading_besides(touching(arg(call, 0), string_extent(arg(call, 0), most), false), arg(call, 1),
                         string_extent(arg(call, 1), most));
}
Outcome Machine::Parts::do_string_compare(const BuiltinCall& call) {
  const Word most = call.instruction.c > 2 ? arg(call, 2) : ~Word{0};
  if (most == 0) return go_on(call, 0);
  std::string texts[2];
  for (Operand k = 0; k < 2; ++k) {
    effect(call.number, Operation::read, arg(call, k), string_extent(arg(call, k), most));
    if (!string_at(call.number, arg(call, k), texts[k], most)) return Outcome::problem;
  }
  return go_on(call, static_cast<Word>(std::int64_t{texts[0].compare(texts[1])}));
}
Outcome Machine::Parts::do_string_compare_bounded(const BuiltinCall& call) { return do_string_compare(call); }

Pending Machine::Parts::before_copy_text(const BuiltinCall& call) const {
  const std::uint64_t extent = string_extent(arg(call, 1));
  return reading_besides(touching(arg(call, 0), extent, true), arg(call, 1), extent);
}
Outcome Machine::Parts::do_string_copy(const BuiltinCall& call) {
  const std::uint64_t extent = string_extent(arg(call, 1));
  effect(call.number, Operation::read, arg(call, 1), extent);
  effect(call.number, Operation::write, arg(call, 0), extent);
  const Word to = arg(call, 0);
  return go_on_if(copy(call.number, to, arg(call, 1), extent), call, to);
}

}  // namespace heddle::program
