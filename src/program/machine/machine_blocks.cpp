// SPDX-License-Identifier: Apache-2.0
// Functions of the C library that free, copy, fill or read memory.
#include <algorithm>

#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {

std::optional<Outcome> Machine::Parts::perform_memory(const BuiltinCall& call) {
  using event::Operation;
  using finding::Kind;
  const ThreadNumber number = call.number;
  const Instruction& i = call.instruction;
  const auto builtin = static_cast<Builtin>(call.instruction.a);
  const auto arg = [&](Operand k) { return call.argument(k); };
  switch (builtin) {
    case Builtin::release_memory: {
      const Word address = arg(0);
      if (is_pointer(address) && object_of(address) < objects.size())
        effect(number, Operation::free, address,
               std::max<std::uint32_t>(objects[object_of(address)].size, 1));
      return call.go_on_if(release_memory(number, address));
    }
    case Builtin::reallocate: {
      const Word old = arg(0);
      const Word size = arg(1);
      if (size > (Word{1} << 28)) return call.go_on(0);
      const ObjectNumber made = make_object(number, Object::Kind::heap, size, i.location, 0, false);
      effect(number, Operation::alloc, address_of(made), size);
      if (old != 0) {
        if (bytes(number, old, 0, false) == nullptr) return Outcome::problem;
        const Word kept = std::min<Word>(size, objects[object_of(old)].size);
        effect(number, Operation::free, old, std::max<std::uint32_t>(objects[object_of(old)].size, 1));
        if (!copy(number, address_of(made), old, kept) || !release_memory(number, old))
          return Outcome::problem;
      }
      return call.go_on(address_of(made));
    }
    case Builtin::copy_memory:
      if (arg(2) != 0) {
        effect(number, Operation::read, arg(1), arg(2));
        effect(number, Operation::write, arg(0), arg(2));
      }
      return call.go_on_if(copy(number, arg(0), arg(1), arg(2)), arg(0));
    case Builtin::set_memory:
      if (arg(2) != 0) effect(number, Operation::write, arg(0), arg(2));
      return call.go_on_if(fill(number, arg(0), static_cast<std::uint8_t>(arg(1)), arg(2)), arg(0));
    case Builtin::compare_memory: {
      const Word size = arg(2);
      if (size == 0) return call.go_on(0);
      effect(number, Operation::read, arg(0), size);
      effect(number, Operation::read, arg(1), size);
      if (bytes(number, arg(0), size, false) == nullptr || bytes(number, arg(1), size, false) == nullptr)
        return Outcome::problem;
      if (!check_written(number, arg(0), size) || !check_written(number, arg(1), size))
        return Outcome::problem;
      if (options.symmetry) watch_range(arg(0), size), watch_range(arg(1), size);
      return call.go_on(static_cast<Word>(static_cast<std::int64_t>(
          std::memcmp(bytes(number, arg(0), size, false), bytes(number, arg(1), size, false), size))));
    }
    case Builtin::string_length: {
      std::string text;
      effect(number, Operation::read, arg(0), string_extent(arg(0)));
      if (!string_at(number, arg(0), text)) return Outcome::problem;
      return call.go_on(text.size());
    }
    case Builtin::string_compare:
    case Builtin::string_compare_bounded: {
      std::string first;
      std::string second;
      effect(number, Operation::read, arg(0), string_extent(arg(0)));
      effect(number, Operation::read, arg(1), string_extent(arg(1)));
      if (!string_at(number, arg(0), first) || !string_at(number, arg(1), second)) return Outcome::problem;
      if (builtin == Builtin::string_compare_bounded)
        first = first.substr(0, arg(2)), second = second.substr(0, arg(2));
      return call.go_on(static_cast<Word>(static_cast<std::int64_t>(first.compare(second))));
    }
    case Builtin::string_copy: {
      const std::uint64_t extent = string_extent(arg(1));
      effect(number, Operation::read, arg(1), extent);
      effect(number, Operation::write, arg(0), extent);
      return call.go_on_if(copy(number, arg(0), arg(1), extent), arg(0));
    }
    default:
      return std::nullopt;
  }
}

}  // namespace heddle::program
