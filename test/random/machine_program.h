// SPDX-License-Identifier: Apache-2.0
// Small programs with threads made up by chance: shared variables, locks of every kind and every way to take them,
// loops that may never end, choices, atomics, conditions, assertions. A program is a tree of statements, so that a failing one can be shrunk.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "program/program.h"

namespace heddle::random {

struct Statement {
  enum class Kind : std::uint8_t {
    assign,      // x = constant
    increase,    // x = (y + 1) % 3, two accesses
    atomic_add,  // x = (x + 1) % 3, in one atomic block
    flag_set,    // an atomic store to flag
    section,     // lock; body; unlock
    guarded,     // if (x == constant) body
    loop,        // while (1) body, or while (choose(2)) body
    check,       // assert(x != constant)
    choose,      // if (choose(2)) body
    lock,        // on its own
    unlock,
    until,  // while (flag != constant) {}
    notify,
    broadcast,
    wait,          // with its lock around
    timed_wait,    // likewise; x = whether its time came
    try_section,   // if (try or timed lock) { body; unlock }
    spin_section,  // of a spin lock
    read_section,  // of a rwlock
    write_section,
    try_read,  // if (tryrdlock) { body; unlock }
    try_write,
    down,      // sem_wait
    try_down,  // if (sem_trywait) body
    up,
    value,        // x = the semaphore's value % 3
    arrive,       // at the barrier of two; x = whether it is the serial one
    once,         // x0 = (x0 + 1) % 3, once
    destroy,      // a lock
    initialise,   // a lock
    box_section,  // lock of a block on the heap
    free_box,
    exchange,     // a weak compare-and-exchange of the flag; if it fails, body
    end,          // the thread ends here
    exit,         // the program ends here, with status `constant`
    try_join,     // x = whether a thread could be joined
    in_block,     // body, in an atomic block: it may wait, choose or end there
    push,         // a new block with a constant, onto the list
    pop,          // takes the first block off the list, checks its constant, frees it
    claim,        // who = this thread
    check_claim,  // assert(who != this thread)
    number,       // x = the number of this thread: not the same for all that are alike
    order,        // x = whether one block lies below another
    own_section,  // of an integer that its holder's number is in, taken and given back in one of several ways
    own_take,     // likewise, one without the other
    own_give,
    own_wait,  // until it is nobody's
  };
  Kind kind = Kind::assign;
  std::uint8_t x = 0;  // variable, lock or flag
  std::uint8_t y = 0;
  std::uint8_t constant = 0;
  std::vector<Statement> body;
};

struct MachineProgram {
  std::vector<std::vector<Statement>> threads;
  std::vector<Statement> before;        // main, before it starts them
  std::vector<Statement> between;       // main, when it has joined the first
  std::vector<Statement> after;         // main, after it joined them
  bool alike = false;                   // all run the first one's statements …
  bool detached = false;                // … and nobody keeps their ids
  bool own_ids = false;                 // or main does, in memory of its own
  std::uint8_t lock_kinds[2] = {0, 0};  // as PTHREAD_MUTEX_NORMAL, _RECURSIVE, _ERRORCHECK
  bool prefers_writers = false;
  // Exclusive access: each integer belongs to its holder, and so does the variable of its number, if said here.
  bool has_rights = false;
  bool rights_of_variables = false;
};

MachineProgram random_machine_program(std::uint64_t seed);
// Threads that run the same statements, with blocks on the heap and ids of threads in memory.
MachineProgram random_symmetric_program(std::uint64_t seed);
// Programs with integers as locks, annotated so.
MachineProgram random_program_with_rights(std::uint64_t seed);
bool exits(const MachineProgram& program);  // anywhere but at the end of main
program::Program built(const MachineProgram& program);
std::string text(const MachineProgram& program);
// The smallest program found by taking statements away for which `fails` still holds.
MachineProgram shrunk(MachineProgram program, const std::function<bool(const MachineProgram&)>& fails);

}  // namespace heddle::random
