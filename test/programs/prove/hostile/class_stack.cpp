// SPDX-License-Identifier: Apache-2.0
// A stack of C++ with one mutex, and small changes that make it wrong: HOSTILE says which one. 0 is right.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <utility>

#include <heddle/prove.h>

namespace {

#if HOSTILE == 1
using Data = short;
#elif HOSTILE == 2
using Data = bool;
#elif HOSTILE == 3
enum Data : unsigned char {};
#elif HOSTILE == 4
struct Data {
  int value;
  Data(int given) : value(given) {}
  operator char() const { return static_cast<char>(value); }
};
#elif HOSTILE == 5
struct Data {
  int value;
  Data(int given) : value(given) {}
  Data(const Data& other) : value(other.value + 1) {}  // a copy is not the same
  operator int() const { return value; }
};
#else
using Data = int;
#endif

struct Node;
#if HOSTILE == 6
thread_local Node* top;
#elif HOSTILE == 7
std::atomic<Node*> top;
#else
Node* top;
#endif

struct Node {
#if HOSTILE == 37
  Data data : 31;
#else
  Data data;
#endif
  Node* next;
#if HOSTILE == 8  // all of them are the same
  static void* operator new(std::size_t) {
    alignas(16) static char place[16];
    return place;
  }
#elif HOSTILE == 9
  ~Node() { top = next; }  // after the lock was given back
#elif HOSTILE == 10
  Node* operator->() { return next != nullptr ? next : this; }
#elif HOSTILE == 11
  Node* operator&() { return next; }
#elif HOSTILE == 12
  virtual int value() const { return 0; }
#elif HOSTILE == 13
  bool operator==(std::nullptr_t) const { return next == nullptr; }
#endif
};

#if HOSTILE == 14
thread_local std::mutex mutex;
#elif HOSTILE == 15
std::shared_mutex mutex;
#else
std::mutex mutex;
#endif
#if HOSTILE == 16
std::mutex second;
#endif
#if HOSTILE == 17 || HOSTILE == 18
int scratch;
#endif
#if HOSTILE == 19
struct AtEnd {  // runs after the guard's end
  ~AtEnd() {
    if (top != nullptr) top = top->next;
  }
};
#endif
#if HOSTILE == 20
struct Lockable {  // a copy of it locks something else
  std::mutex mine;
  Lockable() = default;
  Lockable(const Lockable&) {}
} lockable;
#endif

#if HOSTILE == 21
void link(Node* cell, Node* below = top) {  // evaluated by the caller, who has no lock yet
#else
void link(Node* cell) {
#endif
#if HOSTILE == 22
  std::lock_guard<std::mutex>{mutex};  // is over at once
#elif HOSTILE == 23
  std::lock_guard<std::mutex> guard(std::mutex());  // declares a function
#elif HOSTILE == 24
static std::mutex mutex;  // another one
const std::lock_guard<std::mutex> guard(mutex);
#elif HOSTILE == 25
const std::unique_lock<std::mutex> guard(mutex, std::defer_lock);
#elif HOSTILE == 26
const std::unique_lock<std::mutex> guard(mutex, std::try_to_lock);
#elif HOSTILE == 27
std::unique_lock<std::mutex> guard(mutex);
guard.release();
#elif HOSTILE == 28
const std::lock_guard<std::mutex> guard(mutex, std::adopt_lock);
#elif HOSTILE == 16
const std::lock_guard<std::mutex> guard(second);
#elif HOSTILE == 20
Lockable copy = lockable;
const std::lock_guard<std::mutex> guard(copy.mine);
#elif HOSTILE == 15
const std::shared_lock<std::shared_mutex> guard(mutex);
#elif HOSTILE == 29
for (std::unique_lock<std::mutex> guard(mutex); guard.owns_lock(); guard.unlock()) cell->next = top;
#elif HOSTILE == 30
if (std::lock_guard<std::mutex> guard(mutex); true) cell->next = top;  // the lock ends here
#else
const std::lock_guard guard(mutex);
#endif
#if HOSTILE == 21
  cell->next = below;
#elif HOSTILE == 31
  new (cell) Node{};
  cell->next = top;
#elif HOSTILE == 32
std::memcpy(static_cast<void*>(cell), static_cast<void*>(&top), sizeof top);
#elif HOSTILE != 29 && HOSTILE != 30
cell->next = top;
#endif
#if HOSTILE == 33
  cell->next = std::exchange(top, top);
#endif
  top = cell;
#if HOSTILE == 34
  if (cell->next != nullptr) std::swap(cell->data, cell->next->data);
#elif HOSTILE == 35
  if (cell->next != nullptr) std::swap(top, top->next);
#elif HOSTILE == 36
if (cell->next != nullptr) throw 1;
#elif HOSTILE == 33
cell->next = cell;
#endif
  HEDDLE_LINEARIZE(cell->data);
}

}  // namespace

void push(int value) {
#if HOSTILE == 17
  scratch = value;
  Node* cell = new Node{scratch, nullptr};
#elif HOSTILE == 38
  static Node* cell = nullptr;  // all calls share it
  cell = new Node{value, nullptr};
#elif HOSTILE == 39
  static const int& kept = value;  // what the first call was given
  Node* cell = new Node{kept, nullptr};
#elif HOSTILE == 40
  Node local{value, nullptr};
  Node* cell = &local;
#elif HOSTILE == 41
  Node* cell = new Node;
#elif HOSTILE == 5
  const Data given = value;
  Node* cell = new Node{given, nullptr};
#elif HOSTILE == 8 || HOSTILE == 9 || HOSTILE == 12
  Node* cell = new Node;
  cell->data = value;
#elif HOSTILE == 3
  Node* cell = new Node{static_cast<Data>(value), nullptr};
#elif HOSTILE == 1
  Node* cell = new Node{static_cast<short>(value), nullptr};
#elif HOSTILE == 2
  Node* cell = new Node{static_cast<bool>(value), nullptr};
#else
  Node* cell = new Node{value, nullptr};
#endif
  link(cell);
}

int pop() {
#if HOSTILE == 19
  AtEnd at_end;
#endif
#if HOSTILE == 42
  const auto take = [cell = top] { return cell; };
#endif
#if HOSTILE == 15
  std::shared_lock<std::shared_mutex> guard(mutex);
#else
  std::unique_lock guard(mutex);
#endif
#if HOSTILE == 43
  Node*& cell = top;
#elif HOSTILE == 42
  Node* cell = take();
#elif HOSTILE == 44
  Node* cell = std::exchange(top, nullptr);
#elif HOSTILE == 11
  Node* cell = top != nullptr ? &*top : nullptr;
#else
  Node* cell = top;
#endif
#if HOSTILE == 45
  if (cell == nullptr || cell->next == nullptr) {
#elif HOSTILE == 46
  if (!cell || !(top = cell->next)) {
#elif HOSTILE == 13
  if (cell == nullptr || *cell == nullptr) {
#else
  if (cell == nullptr) {
#endif
    HEDDLE_LINEARIZE(HEDDLE_EMPTY);
    return HEDDLE_EMPTY;
  }
#if HOSTILE == 47
  top = cell->next ? cell->next : cell;
#elif HOSTILE == 48
  top = (cell->next, cell->next ? cell->next->next : nullptr);
#elif HOSTILE == 49
  new (cell) Node{cell->data, nullptr};
  top = cell->next;
#elif HOSTILE == 10
  top = (*cell)->next;
#elif HOSTILE == 50
guard.unlock();
top = cell->next;
guard.lock();
#elif HOSTILE == 51
if (Node* top = cell->next) (void)top;  // another variable
#elif HOSTILE != 44
top = cell->next;
#endif
#if HOSTILE == 52
  Node* last = cell;
  for (; last->next != nullptr; last = last->next)
    if (last->next == nullptr) break;
  HEDDLE_LINEARIZE(last->data);
  return last->data;
#elif HOSTILE == 18
  scratch = cell->data;
  HEDDLE_LINEARIZE(scratch);
  guard.unlock();
  delete cell;
  return scratch;
#elif HOSTILE == 53
  auto& [data, next] = *cell;
  HEDDLE_LINEARIZE(data);
  delete cell;
  return data;
#elif HOSTILE == 54
  const int value = cell->data;
  HEDDLE_LINEARIZE(value);
  std::free(cell);  // it is not malloc's
  return value;
#elif HOSTILE == 55
const int value = cell->data;
HEDDLE_LINEARIZE(value);
delete[] cell;
return value;
#elif HOSTILE == 56
const int value = cell->data;
HEDDLE_LINEARIZE(value);
delete cell;
delete cell->next;
return value;
#elif HOSTILE == 12
HEDDLE_LINEARIZE(cell->data);
return cell->value();
#else
const int value = cell->data;
HEDDLE_LINEARIZE(value);
guard.unlock();
delete cell;
return value;
#endif
}

HEDDLE_STACK(push, pop)
// wrong: 1-6 8-56
// right: 7
// right under gc: 53-56
// proved: 0 gc own mm
