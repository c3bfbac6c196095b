// SPDX-License-Identifier: Apache-2.0
// How an exception leaves functions. Which handler takes it is decided by library_exceptions.cpp, in C; the machine
// tells it of the frames of its thread, and goes on at the landing pad it names.
//
// Frames are counted from the innermost, which is the library's own. A frame is left like at a return: local variables
// that others can reach end one by one, each a step of its own. A once flag whose routine is left is as before.
#include <cstdlib>

#include <cxxabi.h>
#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

// What heddle_handler answers beside the address of a type, which 0 is for `catch (...)`.
enum Answer : Word { kNoFrame = 1, kPassesBy = 2, kCleansUp = 3 };

}  // namespace

Outcome Machine::Parts::do_look_at_handler(const BuiltinCall& call) {
  const Thread& thread = threads[call.number];
  const Word frame = arg(call, 0);
  const Word clause = arg(call, 1);
  if (frame >= thread.frames.size()) return go_on(call, kNoFrame);
  const Frame& at = thread.frames[thread.frames.size() - 1 - frame];
  const Handler* handler = frame == 0 ? nullptr : handler_of(program.functions[at.function], at.pc);
  if (handler == nullptr) return go_on(call, kPassesBy);
  if (clause < handler->catches.size()) return go_on(call, handler->catches[clause]);
  if (handler->filters) return give_up(call.number, "an exception meets an exception specification");
  return go_on(call, handler->cleans_up ? kCleansUp : kPassesBy);
}

std::size_t Machine::Parts::left_routine(const Thread& thread, std::size_t kept) const {
  std::size_t frame = thread.frames.size();
  while (frame > kept && thread.frames[frame - 1].routine_of == 0) --frame;
  return frame > kept ? frame - 1 : thread.frames.size();
}

Pending Machine::Parts::before_landing(const BuiltinCall& call) const {
  const Thread& thread = threads[call.number];
  const std::size_t kept = thread.frames.size() - arg(call, 0);
  if (const ObjectNumber local = shared_of(call.number, thread.objects, thread.frames[kept].first_object);
      local != 0)
    return before_end_of(local);
  const std::size_t routine = left_routine(thread, kept);
  if (routine == thread.frames.size() || thread.frames[routine].routine_of == kExitHandlers) return {};
  return pending_sync(SyncCall(call.number, sync::Call::once_abort, thread.frames[routine].routine_of));
}

Outcome Machine::Parts::abort_routine(ThreadNumber number, std::size_t frame) {
  const Word flag = threads[number].frames[frame].routine_of;
  const SyncCall abort(number, sync::Call::once_abort, flag);
  use(number, flag, abort.size());
  if (bytes(number, flag, abort.size(), true) == nullptr) return Outcome::problem;
  const sync::State state = state_of(sync::Object::once, flag);
  threads[number].frames[frame].routine_of = 0;
  return become(abort, state, sync::rule(sync::Call::once_abort, state, {.thread = number}).answers[0])
             ? Outcome::done
             : Outcome::problem;
}

// heddle_land(frame, exception, type): 0 frames are the library's own, which is always left.
Outcome Machine::Parts::do_land(const BuiltinCall& call) {
  const ThreadNumber number = call.number;
  const Word exception = arg(call, 1);
  const Word type = arg(call, 2);
  const std::size_t kept = threads[number].frames.size() - arg(call, 0);
  if (const ObjectNumber local =
          shared_of(number, threads[number].objects, threads[number].frames[kept].first_object);
      local != 0)
    return end_of(number, local);
  if (const std::size_t routine = left_routine(threads[number], kept);
      routine != threads[number].frames.size()) {
    if (threads[number].frames[routine].routine_of == kExitHandlers)
      return give_up(number, "an exception leaves a handler of exit");
    return abort_routine(number, routine);
  }
  while (threads[number].frames.size() > kept)
    if (!pop_frame(number)) return Outcome::problem;
  Frame& frame = threads[number].frames.back();
  in_flight = exception;
  caught_by = type == 0 ? 0 : object_of(type);
  frame.pc = static_cast<std::uint32_t>(handler_of(program.functions[frame.function], frame.pc)->landing);
  return Outcome::done;
}

Outcome Machine::Parts::do_leave_thread(const BuiltinCall& call) {
  std::string type;
  if (!string_at(call.number, arg(call, 0), type)) return Outcome::problem;
  int status = 0;
  char* readable = abi::__cxa_demangle(type.c_str(), nullptr, nullptr, &status);
  if (readable != nullptr) type = readable;
  std::free(readable);
  return fail(call.number, finding::Kind::uncaught_exception,
              fmt::format("an exception of type {} leaves its thread", type));
}

}  // namespace heddle::program
