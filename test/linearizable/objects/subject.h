// SPDX-License-Identifier: Apache-2.0
// Objects under test, each right (mutant 0) and with mistakes that are made in practice (mutants 1, 2 …). An object does
// numbered operations; its sequential model is one of a few. Adding an object is adding a class and a row in its file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

enum Op {
  push,
  pop,
  push_front,
  pop_back,
  steal,  // queues, stacks, deques
  add,
  remove_key,
  contains,  // sets
  put,
  get,
  take,  // maps: the argument is 10 · key + value, or the key
  increment,
  decrement,
  fetch_increment,
  read_count,
  write,
  read,
  update_first,
  update_second,
  scan,
  acquire,
  try_acquire,
  release,
};
extern const char* const kOpNames[];

using Answer = std::optional<long>;  // none: nothing

class Subject {
 public:
  virtual ~Subject() = default;
  virtual Answer act(Op op, long argument) = 0;
};

enum class Model {
  queue,
  bounded_queue,
  stack,
  deque,
  set,
  map,
  lru,
  counter,
  reg,
  pair,
  lock,
  semaphore,
  relaxed_queue
};

struct OpRow {
  Op op;
  std::vector<long> arguments;  // none: it has no argument
  bool waits = false;           // where the model cannot go on
  std::string group;            // only one thread performs it
};

struct Row {
  const char* name;
  Model model;
  int mutants;
  std::unique_ptr<Subject> (*make)();
  std::vector<OpRow> operations;
  unsigned threads = 2;
  unsigned calls = 2;
  unsigned before = 0;
  enum Needs { linearizable, quiescent, sequential } needs = linearizable;
  std::vector<std::string> final_operations = {};  // none: chosen by the header
};

extern int mutant;  // of the object under test

std::vector<Row> queues();
std::vector<Row> stacks();
std::vector<Row> sets();
std::vector<Row> numbers();
std::vector<Row> locks();
