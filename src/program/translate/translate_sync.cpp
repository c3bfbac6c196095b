// SPDX-License-Identifier: Apache-2.0
// Calls of the rule book (sync/call.def), and libstdc++'s that come down to one.
//
// What a call reads and writes beside its object is done by ordinary instructions around it, so it is judged like
// every access: attributes, times and clocks are read before; ids, results and values written after, by the
// caller. What is left for Opcode::sync:
//
//   arguments  0 the object (of a thread its id), then
//              mutex_init, rwlock_init      its kind, as glibc keeps it
//              semaphore_init, barrier_init its value, its parties
//              condition_wait, …_timed_wait the mutex
//              once_begin                   the routine, if it is not a static's guard
//              timed calls, last            1 if the time is one, + 2 if the clock is
//              thread_create                instead: function, argument, whether detached
//   flags      1 a static's guard; from 2 up whose function it is (sync::Standard)
//   results    what it returns; then the id, the thread's result, the semaphore's value
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include "program/translate/translate_function.h"
#include "sync/ruling.h"
#include "sync/standard_calls.h"

namespace heddle::program {
namespace {

using sync::Call;
using sync::Form;
using sync::Named;
using sync::Style;

bool is_null(const llvm::Value* value) { return llvm::isa<llvm::ConstantPointerNull>(value); }

}  // namespace

void FunctionTranslator::call_sync(Call call, Style style, const std::vector<Operand>& arguments,
                                   const std::vector<Operand>& results) {
  Instruction& made = emit(Opcode::sync);
  made.a = static_cast<Operand>(call);
  made.aux = static_cast<std::uint8_t>(style);
  made.width = 32;
  append_call(made, arguments, results);
  if (call == Call::thread_try_join || call == Call::thread_timed_join)
    tables_.program().asks_for_ends = true;
}

Operand FunctionTranslator::read(Operand address, std::uint64_t offset, std::uint8_t bytes) {
  const Operand at = fresh();
  emit(Opcode::add, at, address, constant(offset)).width = 64;
  const Operand value = fresh();
  emit(Opcode::load, value, at).width = bytes;
  return value;
}
void FunctionTranslator::write(Operand value, Operand address, std::uint8_t bytes) {
  emit(Opcode::store, kNoRegister, value, address).width = bytes;
}
// Four bytes of what it points to; `otherwise` if that is nothing. All of its `size` bytes are read.
Operand FunctionTranslator::read_unless_null(llvm::Value* pointer, std::uint64_t offset, Word otherwise,
                                             std::uint64_t size) {
  if (is_null(pointer)) return constant(otherwise);
  const Operand value = fresh();
  emit(Opcode::move, value, constant(otherwise));
  const std::size_t branch = target_.code.size();
  emit(Opcode::branch, kNoRegister, operand(pointer));
  target_.code[branch].b = static_cast<Operand>(target_.code.size());
  emit(Opcode::move, value, read(operand(pointer), offset, 4));
  for (std::uint64_t at = offset + 4; at < size; at += 4) read(operand(pointer), at, 4);
  target_.code[branch].c = static_cast<Operand>(target_.code.size());
  return value;
}
void FunctionTranslator::write_unless_null(Operand value, llvm::Value* pointer, std::uint8_t bytes) {
  const std::size_t branch = target_.code.size();
  emit(Opcode::branch, kNoRegister, operand(pointer));
  target_.code[branch].b = static_cast<Operand>(target_.code.size());
  write(value, operand(pointer), bytes);
  target_.code[branch].c = static_cast<Operand>(target_.code.size());
}

// Of a timespec: its nanoseconds are less than a second; of a clock: libc waits by it.
Operand FunctionTranslator::is_time(Operand time, std::optional<Operand> clock) {
  const auto below = static_cast<std::uint8_t>(IntegerPredicate::ult);
  const auto compare = [&](Operand value, Word limit, std::uint8_t width) {
    const Operand is_below = fresh();
    Instruction& made = emit(Opcode::icmp, is_below, value, constant(limit));
    made.aux = below;
    made.width = width;
    return is_below;
  };
  read(time, 0, 8);  // the seconds too, whatever they are
  const Operand good_time = compare(read(time, 8, 8), 1'000'000'000, 64);
  if (!clock) {
    const Operand both = fresh();
    emit(Opcode::or_, both, good_time, constant(2)).width = 64;
    return both;
  }
  const Operand good_clock = compare(*clock, 2, 32);  // CLOCK_REALTIME, CLOCK_MONOTONIC
  const Operand twice = fresh();
  emit(Opcode::add, twice, good_clock, good_clock).width = 64;
  const Operand both = fresh();
  emit(Opcode::or_, both, good_time, twice).width = 64;
  return both;
}

// C++ has its own rules, whose calls of POSIX's functions may have been inlined from libstdc++'s headers.
static sync::Standard standard_of(const llvm::CallBase& call, Style style) {
  if (style == Style::c11) return sync::Standard::c;
  const llvm::DILocation* place = call.getDebugLoc();
  if (place == nullptr) return sync::Standard::posix;
  const llvm::DISubprogram* function = place->getScope()->getSubprogram();
  const llvm::StringRef name =
      function->getLinkageName().empty() ? function->getName() : function->getLinkageName();
  return sync::is_of_standard_library({name.data(), name.size()}) ? sync::Standard::cpp
                                                                  : sync::Standard::posix;
}

// Of pthread_mutex_init and mtx_init, as the rule book takes it.
Operand FunctionTranslator::mutex_kind(llvm::CallBase& call, const std::vector<Operand>& given, Style style) {
  const Operand kind = fresh();
  if (style == Style::c11) {
    const Operand untimed = fresh();  // mtx_recursive is 1, mtx_timed 2
    emit(Opcode::and_, untimed, given[1], constant(2)).width = 32;
    emit(Opcode::xor_, untimed, untimed, constant(2)).width = 32;
    emit(Opcode::mul, untimed, untimed, constant(sync::kUntimed / 2)).width = 32;
    emit(Opcode::and_, kind, given[1], constant(1)).width = 32;
    emit(Opcode::or_, kind, kind, untimed).width = 32;
    return kind;
  }
  // An attribute keeps the type in its low bits and robustness in bit 30.
  const Operand attribute = read_unless_null(call.getArgOperand(1), 0, 0);
  const Operand type = fresh();
  const Operand robust = fresh();
  emit(Opcode::and_, type, attribute, constant(3)).width = 32;
  emit(Opcode::lshr, robust, attribute, constant(26)).width = 32;
  emit(Opcode::and_, robust, robust, constant(16)).width = 32;
  emit(Opcode::or_, kind, type, robust).width = 32;
  return kind;
}

// What a new thread runs, with what, and its attributes; nothing: that is not known.
std::vector<Operand> FunctionTranslator::routine_of(llvm::CallBase& call, const std::vector<Operand>& given,
                                                    Style style, bool member) {
  if (style == Style::c11) return {given[1], given[2], constant(0)};
  constexpr std::uint64_t kAttributes = 48;  // of library_attributes.cpp's
  if (!member) return {given[2], given[3], read_unless_null(call.getArgOperand(1), 0, 0, kAttributes)};
  // std::thread's state object, out of the unique_ptr that owns it; the thread calls its _M_run.
  const Operand state = read(given[1], 0, 8);
  write(constant(0), given[1], 8);
  const std::optional<std::size_t> entry = tables_.cpp_thread_entry();
  if (!entry) return {};
  return {constant(address_of(Program::function_object(*entry))), state, constant(0)};
}

// After a timed call: `came` is told of the time at which it gave up, if it did.
void FunctionTranslator::note_that_time_came(const llvm::Function* came, Operand returned, int gave_up,
                                             Operand end) {
  const Operand is_over = fresh();
  Instruction& compare = emit(Opcode::icmp, is_over, returned, constant(static_cast<std::uint32_t>(gave_up)));
  compare.aux = static_cast<std::uint8_t>(IntegerPredicate::eq);
  compare.width = 32;
  const std::size_t branch = target_.code.size();
  emit(Opcode::branch, kNoRegister, is_over);
  target_.code[branch].b = static_cast<Operand>(target_.code.size());
  append_call(emit(Opcode::call, kNoRegister, static_cast<Operand>(tables_.function(came))), {end}, {});
  target_.code[branch].c = static_cast<Operand>(target_.code.size());
}

bool FunctionTranslator::translate_sync(llvm::CallBase& call, const std::vector<Operand>& given,
                                        const std::vector<Operand>& results) {
  const llvm::StringRef name =
      llvm::cast<llvm::Function>(call.getCalledOperand()->stripPointerCasts())->getName();
  const Named named = sync_named({name.data(), name.size()});
  if (!named.found) return false;
  const bool member = name.starts_with("_ZNSt");
  const sync::Row& row = sync::row(named.call);
  std::vector<Operand> arguments = {given.empty() ? constant(0) : given[0]};
  const auto timed = [&] {
    if (row.form != Form::timed) return;
    const bool has_clock = name.contains("clock");
    arguments.push_back(
        is_time(given.back(), has_clock ? std::optional(given[given.size() - 2]) : std::nullopt));
  };
  // What it returns may be looked at by nobody, but what it tells is still the second result.
  const auto with_told = [&](Operand told) {
    return std::vector<Operand>{results.empty() ? fresh() : results[0], told};
  };
  // Where the program reads the clock: it has gone on to the time at which a call gives up.
  const llvm::Function* came = call.getModule()->getFunction("heddle_time_came");
  const bool is_until = row.form == Form::timed && came != nullptr && !came->isDeclaration();
  const Operand end = is_until ? read(given.back(), 0, 8) : constant(0);
  const auto note_time = [&](Operand returned) {
    if (is_until) note_that_time_came(came, returned, sync::returned(named.style, ETIMEDOUT), end);
  };
  switch (named.call) {
    case Call::mutex_init:
      arguments.push_back(mutex_kind(call, given, named.style));
      break;
    case Call::rwlock_init:
      arguments.push_back(read_unless_null(call.getArgOperand(1), 0, 0));
      break;
    case Call::condition_init:
      if (named.style == Style::number && given.size() > 1) read_unless_null(call.getArgOperand(1), 0, 0);
      break;
    case Call::barrier_init:
      read_unless_null(call.getArgOperand(1), 0, 0);
      [[fallthrough]];
    case Call::semaphore_init:
      arguments.push_back(given[2]);
      break;
    case Call::semaphore_value: {
      const Operand value = fresh();
      call_sync(named.call, named.style, arguments, with_told(value));
      write(value, given[1], 4);
      return true;
    }
    case Call::condition_wait:
    case Call::condition_timed_wait:
      arguments.push_back(member ? read(given[1], 0, 8) : given[1]);  // a unique_lock begins with its mutex
      timed();
      break;
    case Call::once_begin:
    case Call::once_end:
    case Call::once_abort:
      if (named.call == Call::once_begin && given.size() > 1) arguments.push_back(given[1]);
      call_sync(named.call, named.style, arguments, results);
      target_.code.back().flags = name.starts_with("__cxa_guard") ? 1 : 0;
      return true;
    case Call::thread_create: {
      const std::vector<Operand> routine = routine_of(call, given, named.style, member);
      if (routine.empty()) return unsupported("std::thread"), true;
      const Operand id = fresh();
      call_sync(named.call, named.style, routine, with_told(id));
      write(id, given[0], 8);
      return true;
    }
    case Call::thread_join:
    case Call::thread_try_join:
    case Call::thread_timed_join: {
      timed();
      llvm::Value* out = call.getArgOperand(1);
      if (is_null(out)) break;
      const std::vector<Operand> told = with_told(fresh());
      call_sync(named.call, named.style, arguments, told);
      note_time(told[0]);
      const std::size_t failed = target_.code.size();
      emit(Opcode::branch, kNoRegister, told[0]);
      target_.code[failed].c = static_cast<Operand>(target_.code.size());
      write_unless_null(told[1], out, named.style == Style::c11 ? 4 : 8);
      target_.code[failed].b = static_cast<Operand>(target_.code.size());
      return true;
    }
    default:
      timed();
      break;
  }
  const std::vector<Operand> returned = is_until && results.empty() ? std::vector<Operand>{fresh()} : results;
  call_sync(named.call, named.style, arguments, returned);
  target_.code.back().flags =
      static_cast<std::uint8_t>(static_cast<unsigned>(standard_of(call, named.style)) << 1);
  if (is_until) note_time(returned[0]);
  return true;
}

}  // namespace heddle::program
