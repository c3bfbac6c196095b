// SPDX-License-Identifier: Apache-2.0
// libatomic, which compilers call for atomics they have no instruction for: structures of odd sizes, and large ones. Each
// call is one visible operation on the object at its address, whether the library is linked or not. Loops that wait for
// such an object are not recognised under sequential consistency (loops.h): it has more than a word. Under a weak memory
// model it is an atomic like any other (wide_values.h).
#include <cstring>

#include "runtime/control/core.h"
#include "runtime/control/heap.h"
#include "runtime/control/histories.h"
#include "runtime/control/loops.h"
#include "runtime/control/robustness.h"
#include "runtime/control/touch.h"
#include "runtime/control/weak_memory.h"
#include "runtime/control/wide_values.h"
#include "runtime/control/world.h"
#include "runtime/shared/abi.h"

namespace heddle::control {
namespace {

// Of what is compared, only that it is more than a word.
void watch(std::uint64_t where, std::size_t size, int order, bool reads, bool writes) {
  if (size > 128) return doubt(Doubt::beyond_model, "an atomic of more than 128 bytes");
  std::size_t bytes = 16;  // as much as the next power of two
  while (bytes < size) bytes *= 2;
  watch_atomic({.address = where,
                .size = static_cast<std::uint8_t>(bytes),
                .order = order & 7,
                .reads = reads,
                .writes = writes,
                .guarded = reads && writes,
                .all_seq_cst = (order & 7) == __ATOMIC_SEQ_CST});
}

// What is too large for an instruction has a lock, which is not seen here: whether a thread stands still inside is not
// explored.
void doubt_progress(std::size_t size) {
  constexpr std::size_t kLargestWithoutLock = 16;
  if (size > kLargestWithoutLock && controlled() && world.current->call_threads > 0 && may_stop())
    doubt(Doubt::hidden_lock);
}

// Under a weak memory model. True: it was done; `result`, if there is one, has what was there before.
bool is_weak() { return controlled() && world.memory != nullptr; }
AtomicAnswer perform_bytes(AtomicRequest request, int order, void* address, std::size_t size, void* result,
                           Action action, const void* pc) {
  if (size > kWidest) cut(Doubt::beyond_model, "an atomic of more than 128 bytes");
  request.order = request.modification.success = static_cast<MemoryOrder>(order & 7);
  const AtomicAnswer answer =
      perform_weakly(request, object_at(address), address, static_cast<std::uint8_t>(size), action, pc);
  if (result != nullptr) copy_number(answer.old, result, size);
  return answer;
}

// `change` is called when it is this thread's turn: it says whether it writes, and then has written.
template <class Change>
void on_bytes(void* address, std::size_t size, bool may_write, bool reads, int order, const void* pc,
              Change change) {
  if (!controlled()) {
    change();
    return;
  }
  const std::uint64_t where = number(address);
  Object& object = object_at(address);
  Operation operation;
  operation.count = 1;
  operation.accesses[0] = {object.number, may_write};
  operation.writes = Writes::always;
  add_racy(operation, where, size, may_write);
  const Action action = !may_write ? Action::atomic_load : reads ? Action::atomic_rmw : Action::atomic_store;
  reach(operation, &object, action, where, pc);
  if (in_heap(where)) check_heap(where, size, may_write, pc);
  if (may_write) remember(where, size);
  const bool writes = change();
  if (is_watched()) watch(where, size, order, reads, writes);
  access_atomic(object, where, size, order, reads, writes, pc);
  performed(operation);
  effect();
}

}  // namespace
}  // namespace heddle::control

using namespace heddle::control;

// The compilers know these names as functions of their own: they are given to others.
#define HEDDLE_LIBATOMIC(type, name, parameters)                                       \
  HEDDLE_INTERPOSE type heddle_libatomic_##name parameters __asm__("__atomic_" #name); \
  HEDDLE_INTERPOSE type heddle_libatomic_##name parameters

HEDDLE_LIBATOMIC(void, load, (std::size_t size, void* address, void* result, int order)) {
  doubt_progress(size);
  touch(result, size, true, HEDDLE_PC);
  if (is_weak()) {
    perform_bytes({}, order, address, size, result, Action::atomic_load, HEDDLE_PC);
    return;
  }
  on_bytes(address, size, false, true, order, HEDDLE_PC, [=] {
    std::memcpy(result, address, size);
    return false;
  });
}
HEDDLE_LIBATOMIC(void, store, (std::size_t size, void* address, void* value, int order)) {
  doubt_progress(size);
  touch(value, size, false, HEDDLE_PC);
  if (is_weak()) {
    perform_bytes({.kind = AtomicRequest::Kind::store, .value = number_of_bytes(value, size)}, order, address,
                  size, nullptr, Action::atomic_store, HEDDLE_PC);
    return;
  }
  on_bytes(address, size, true, false, order, HEDDLE_PC, [=] {
    std::memcpy(address, value, size);
    return true;
  });
}
HEDDLE_LIBATOMIC(void, exchange, (std::size_t size, void* address, void* value, void* result, int order)) {
  doubt_progress(size);
  touch(value, size, false, HEDDLE_PC);
  touch(result, size, true, HEDDLE_PC);
  if (is_weak()) {
    AtomicRequest request{.kind = AtomicRequest::Kind::modify};
    request.modification.kind = Modification::Kind::exchange;
    request.modification.operand = number_of_bytes(value, size);
    perform_bytes(request, order, address, size, result, Action::atomic_rmw, HEDDLE_PC);
    return;
  }
  on_bytes(address, size, true, true, order, HEDDLE_PC, [=] {
    for (std::size_t i = 0; i < size; ++i) {  // value and result may be one
      char& stored = static_cast<char*>(address)[i];
      const char old = stored;
      stored = static_cast<char*>(value)[i];
      static_cast<char*>(result)[i] = old;
    }
    return true;
  });
}
HEDDLE_LIBATOMIC(bool, compare_exchange,
                 (std::size_t size, void* address, void* expected, void* value, int success, int failure)) {
  doubt_progress(size);
  touch(expected, size, false, HEDDLE_PC);
  touch(value, size, false, HEDDLE_PC);
  if (is_weak()) {
    AtomicRequest request{.kind = AtomicRequest::Kind::modify};
    request.modification =
        heddle::control::compare_exchange(number_of_bytes(expected, size), number_of_bytes(value, size));
    request.modification.failure = static_cast<MemoryOrder>(failure & 7);
    const AtomicAnswer answer =
        perform_bytes(request, success, address, size, nullptr, Action::atomic_rmw, HEDDLE_PC);
    if (answer.writes) return true;
    touch(expected, size, true, HEDDLE_PC);
    copy_number(answer.old, expected, size);
    return false;
  }
  bool done = false;
  // A failure is taken to order as much as a success.
  on_bytes(address, size, true, true, success > failure ? success : failure, HEDDLE_PC, [&] {
    done = std::memcmp(address, expected, size) == 0;
    if (done) std::memcpy(address, value, size);
    return done;
  });
  if (done) return true;
  touch(expected, size, true, HEDDLE_PC);
  std::memcpy(expected, address, size);
  return false;
}
