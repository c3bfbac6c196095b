// SPDX-License-Identifier: Apache-2.0
// Calls of the rule book (sync/book.h): what they do is read there; here it is asked and carried out, on the
// objects of machine_objects.cpp. Calls that come in two halves go on in machine_waits.cpp, those on threads in
// machine_threads.cpp.
//
// A call is one visible operation. A timed call that cannot have its object times out: to wait on is the schedule
// in which it comes later.
#include <fmt/format.h>

#include "program/machine/machine_parts.h"

namespace heddle::program {
namespace {

using sync::Call;
using sync::Form;
using ObjectKind = sync::Object;
using PendingKind = Pending::Kind;

PendingKind kind_of(const sync::Row& row) {
  if (row.form == Form::init || row.form == Form::destroy) return PendingKind::initialise;
  const bool asks = row.form == Form::trying || row.form == Form::timed;
  switch (row.object) {
    case ObjectKind::mutex:
    case ObjectKind::rwlock:
    case ObjectKind::spin:
      return row.form == Form::giving ? PendingKind::release
             : asks                   ? PendingKind::try_acquire
                                      : PendingKind::acquire;
    case ObjectKind::condition:
      return row.form == Form::giving ? PendingKind::notify : PendingKind::wait;
    case ObjectKind::semaphore:
    case ObjectKind::futex:
      return PendingKind::semaphore;
    case ObjectKind::barrier:
      return PendingKind::arrive;
    case ObjectKind::once:
      return row.form == Form::giving ? PendingKind::release : PendingKind::once;
    case ObjectKind::thread:
      break;
  }
  return row.call == Call::thread_create   ? PendingKind::create
         : row.call == Call::thread_detach ? PendingKind::detach
         : row.call == Call::thread_exit   ? PendingKind::end
         : asks                            ? PendingKind::try_join
                                           : PendingKind::join;
}

// Most calls lock and unlock mutexes of the normal kind: what the book says of them, by call and holder.
enum class Holder : std::uint8_t { nobody, caller, other };
constexpr Outlook usual(Call call, Holder holder) {
  sync::State mutex;
  if (holder != Holder::nobody) {
    mutex.owner = holder == Holder::caller ? 0 : 1;
    mutex.depth = 1;
  }
  return Outlook(sync::rule(call, mutex, {.thread = 0}));
}
constexpr Outlook kUsual[2][3] = {
    {usual(Call::mutex_lock, Holder::nobody), usual(Call::mutex_lock, Holder::caller),
     usual(Call::mutex_lock, Holder::other)},
    {usual(Call::mutex_unlock, Holder::nobody), usual(Call::mutex_unlock, Holder::caller),
     usual(Call::mutex_unlock, Holder::other)}};

}  // namespace

// Nothing where the mutex, or what became of its owner, is not the usual.
const Outlook* Machine::Parts::usual_outlook(const SyncCall& call) const {
  const bool locks = call.call == Call::mutex_lock;
  if ((!locks && call.call != Call::mutex_unlock) || !threads[0].abandoned.empty()) return nullptr;
  const Word mutex = call.object();
  if (!is_pointer(mutex) || !has_object(object_of(mutex))) return nullptr;
  const Object& memory = objects[object_of(mutex)];
  const std::int64_t first = offset_of(mutex);
  if (memory.data == nullptr || !memory.all_written || first < 0 ||
      static_cast<std::uint64_t>(first) + SyncCall::object_size(ObjectKind::mutex) > memory.size)
    return nullptr;
  std::uint32_t words[5];
  std::memcpy(words, memory.data + first, sizeof words);
  if (words[4] != 0 || words[2] == kDestroyed || words[1] > 1) return nullptr;
  if (words[0] == 0) return &kUsual[locks ? 0 : 1][static_cast<int>(Holder::nobody)];
  const Holder holder = holds(threads[call.number], mutex) ? Holder::caller : Holder::other;
  return &kUsual[locks ? 0 : 1][static_cast<int>(holder)];
}

sync::Ruling Machine::Parts::ruling(const SyncCall& call) const {
  const Thread& thread = threads[call.number];
  const bool ends = call.row.form == Form::init || call.row.form == Form::destroy;
  sync::State state = state_of(call.row.object, call.object(), call.is_guard(), ends);
  sync::Caller caller{.thread = call.number};
  sync::Arguments arguments{.standard = call.standard()};
  sync::State mutex;
  if (call.row.form == Form::timed) {
    const Word time = call.row.object == ObjectKind::condition ? call.arguments[2] : call.arguments[1];
    arguments.is_time = (time & 1) != 0;
    arguments.is_clock = (time & 2) != 0;
  }
  switch (call.row.object) {
    case ObjectKind::rwlock:
      caller.shared =
          static_cast<std::uint32_t>(std::count(thread.held.begin(), thread.held.end(), call.object() | 1));
      break;
    case ObjectKind::condition:
      if (call.row.form != Form::blocking && call.row.form != Form::timed) break;
      mutex = state_of(ObjectKind::mutex, call.arguments[1]);
      arguments.mutex = &mutex;
      arguments.mutex_number = call.arguments[1];
      break;
    case ObjectKind::once:
      arguments.is_static = call.is_guard();
      break;
    case ObjectKind::thread:
      arguments.made.owner = call.number;
      break;
    default:
      break;
  }
  if (call.row.form == Form::init) {
    // What the bytes say is what happened to be there: only who really holds it, or waits, counts.
    const std::uint32_t owner = owner_of(call.object());
    if (owner == 0 && !is_abandoned(call.object())) state.owner = sync::kNobody;
    state.readers = owner_of(call.object() | 1) == 0 && !is_abandoned(call.object() | 1) ? 0 : 1;
    if (call.row.object == ObjectKind::barrier)
      state.waiting =
          static_cast<std::uint32_t>(std::count_if(threads.begin(), threads.end(), [&](const Thread& other) {
            return other.status == Thread::Status::at_barrier && other.waits_for == call.object();
          }));
    if (call.row.object == ObjectKind::mutex)
      arguments.made = sync::mutex_of_kind(static_cast<int>(call.arguments[1]));
    if (call.row.object == ObjectKind::rwlock)
      arguments.made = sync::rwlock_of_flags(static_cast<int>(call.arguments[1]));
    arguments.value = call.arguments[1] & 0xFFFFFFFF;
  }
  return sync::rule(call.call, state, caller, arguments);
}

Pending Machine::Parts::pending_sync(const SyncCall& call) const {
  Pending next;
  next.kind = kind_of(call.row);
  next.address = call.object();
  next.alternatives = 1;
  if (call.row.access != sync::Access::none) {
    next.size = call.size();
    next.writes = true;
    next.call = next.atomic = call.row.access == sync::Access::use;
    next.awaits_leavers = call.row.form == Form::destroy;
  }
  if (call.row.object == ObjectKind::condition && next.kind == PendingKind::wait) {
    next.source = call.arguments[1];
    next.source_size = SyncCall::object_size(ObjectKind::mutex);
  }
  next.tells = sync::tells_state(call.call);
  if (next.kind == PendingKind::join || next.kind == PendingKind::try_join) {
    next.address = is_thread_id(call.object()) ? (call.object() & 0xFFFFFFFF) - 1 : ~Word{0};
    next.tells = program.asks_for_ends;
  }
  if (next.kind == PendingKind::create || next.kind == PendingKind::end) return next;
  const Outlook* usual = usual_outlook(call);
  const Outlook outlook = usual != nullptr ? *usual : Outlook(ruling(call));
  next.may_block = call.row.form == Form::blocking;
  next.shared = call.call == Call::rwlock_read;
  if (call.row.object == ObjectKind::rwlock && peek(call.object(), 48) == 2 &&
      next.kind != PendingKind::release)
    next.tells = true;                                    // who waits counts, and who reads
  if (outlook.misuse != sync::Misuse::none) return next;  // found by doing it
  if (outlook.blocks()) {
    next.alternatives = 0;
    next.why = sync::sentence(outlook.waits);
    next.owner = owner_of(call.object());
    if (next.owner == 0 && outlook.waits == sync::Wait::held_shared) next.owner = owner_of(call.object() | 1);
    if (call.call == Call::rwlock_write && peek(call.object(), 48) == 2) {
      next.kind = PendingKind::queue;
      next.alternatives = 1;
    }
    return next;
  }
  next.alternatives = outlook.count;
  next.nested = next.kind == PendingKind::acquire && !outlook.orders;
  if (call.call == Call::condition_signal)
    next.alternatives = std::max<std::uint32_t>(1, waiting_for(call.object()));
  if (call.call == Call::barrier_wait && outlook.wakes_all) {
    // Which of the round is the serial one; no matter, where nobody looks.
    std::uint32_t looked_at = 0;
    for (const Thread& other : threads)
      if (other.status == Thread::Status::at_barrier && other.waits_for == call.object() &&
          instruction(other).e > 0)
        ++looked_at;
    next.alternatives = 1 + looked_at;
  }
  return next;
}

Outcome Machine::Parts::misused(ThreadNumber number, sync::Misuse misuse, Word object) {
  const bool is_thread = is_thread_id(object);
  if (is_thread && misuse == sync::Misuse::destroyed) misuse = sync::Misuse::no_such_thread;
  const std::string what = is_thread ? "a thread" : fmt::format("`{}`", describe(object, 0));
  return fail(number, finding::Kind::lock_misuse, fmt::format("{} {}", what, sync::sentence(misuse)), object);
}

void Machine::Parts::use(ThreadNumber number, Word object, std::uint64_t size) {
  if (!options.effects_of_calls || size == 0) return;
  effect(number, event::Operation::write, object, size);
  effects.back().call = true;
}

// The object's bytes and the caller's locks follow the book's answer.
bool Machine::Parts::become(const SyncCall& call, const sync::State& before, const sync::Answer& answer) {
  const Word lock = call.object();
  const sync::State& after = answer.after;
  const bool mine_before = before.owner == call.number;
  const bool mine_after = after.owner == call.number;
  if (answer.event) effect(call.number, *answer.event, lock);
  if (!put_state(call.number, call.row.object, lock, before, after, call.is_guard())) return false;
  if (mine_after && !mine_before) hold(call.number, lock);
  if (mine_before && !mine_after) drop(threads[call.number], lock);
  if (after.readers > before.readers) hold(call.number, lock | 1);
  if (after.readers < before.readers) drop(threads[call.number], lock | 1);
  return true;
}

// The function returns; `told` is what it gives back besides.
Outcome Machine::Parts::answer_with(const SyncCall& call, int value, Word told) {
  const auto style = static_cast<sync::Style>(call.instruction.aux);
  const int result = sync::returned(style, value);
  if (style == sync::Style::minus_one && value != 0 && program.reads_errno) {
    const ObjectNumber number = error_number_of(call.number);
    if (!store(call.number, address_of(number), 4, static_cast<Word>(value))) return Outcome::problem;
  }
  Thread& thread = threads[call.number];
  give_result(thread, call.instruction, static_cast<Word>(static_cast<std::int64_t>(result)));
  if (call.instruction.e > 1)
    write_register(thread,
                   function(thread).extra[static_cast<std::size_t>(call.instruction.b) +
                                          static_cast<std::size_t>(call.instruction.c) + 1],
                   told);
  ++thread.frames.back().pc;
  return Outcome::done;
}

Outcome Machine::Parts::perform_sync(const SyncCall& call, std::uint32_t alternative) {
  if (call.call == Call::thread_exit) return begin_end(call.number, call.object());
  if (call.call == Call::thread_create) return create(call);
  const std::uint64_t size = call.size();
  const bool plain = call.row.access == sync::Access::write;
  if (plain) {
    effect(call.number, event::Operation::write, call.object(), size);
    effects.back().awaits_leavers = call.row.form == Form::destroy;
  } else {
    use(call.number, call.object(), size);
  }
  if (size != 0 && bytes(call.number, call.object(), size, true) == nullptr) return Outcome::problem;
  if (call.row.object == ObjectKind::condition && kind_of(call.row) == PendingKind::wait) {
    const std::uint64_t mutex_size = SyncCall::object_size(ObjectKind::mutex);
    use(call.number, call.arguments[1], mutex_size);
    if (bytes(call.number, call.arguments[1], mutex_size, true) == nullptr) return Outcome::problem;
  }
  if (const Outlook* usual = usual_outlook(call);
      usual != nullptr && usual->misuse == sync::Misuse::none && !usual->blocks()) {
    // Who holds it is known: nobody, or the caller. Nothing else counts.
    sync::State before;
    before.depth = peek(call.object(), 4);
    if (peek(call.object(), 0) != 0) before.owner = call.number;
    const sync::Answer answer = sync::rule(call.call, before, {.thread = call.number}).answers[0];
    return become(call, before, answer) ? answer_with(call, answer.value) : Outcome::problem;
  }
  const sync::Ruling ruling = this->ruling(call);
  if (ruling.misuse != sync::Misuse::none) return misused(call.number, ruling.misuse, call.object());
  if (ruling.blocks()) {  // a writer that is preferred: others see that it waits
    Thread& thread = threads[call.number];
    thread.status = Thread::Status::queued;
    thread.waits_for = call.object();
    return Outcome::done;
  }
  const sync::Answer& answer = ruling.answers[alternative < ruling.count ? alternative : 0];
  // A call that fails tells what others did too, but for what the caller alone is to blame for.
  const bool tells_state = sync::tells_state(call.call) || answer.value > 0;
  if (tells_state && !answer.event && answer.value != EINVAL && answer.value != EPERM &&
      answer.value != EDEADLK)
    unordered_look = true;
  if (answer.then == Call::condition_wake) return begin_wait(call, answer);
  if (answer.then == Call::barrier_leave) return arrive(call, answer, alternative);
  if (answer.then == Call::once_end) return begin_once(call, answer);
  if (call.row.object == ObjectKind::thread)
    return call.call == Call::thread_detach ? detach(call, answer) : join(call, answer);
  if (kind_of(call.row) == PendingKind::notify) return notify(call, answer, alternative);
  if (call.row.form == Form::destroy) let_leave(call.object());
  sync::State before = state_of(call.row.object, call.object(), call.is_guard(), false);
  if (call.row.form == Form::init && answer.value == 0) {
    if (!fill(call.number, call.object(), 0, size)) return Outcome::problem;
    before = sync::State();
    if (call.row.object == ObjectKind::mutex || call.row.object == ObjectKind::rwlock)
      if (!store(call.number, call.object() + (call.row.object == ObjectKind::mutex ? 16 : 48), 4,
                 call.arguments[1]))
        return Outcome::problem;
  }
  if (!become(call, before, answer)) return Outcome::problem;
  return answer_with(call, answer.value, call.call == Call::semaphore_value ? before.count : 0);
}

}  // namespace heddle::program
