// SPDX-License-Identifier: Apache-2.0
// One race on each kind of object. `// name:` behind a race says what the report has to call what raced, `holds:` a lock
// that one of the two holds, `named:` what the program calls one of the threads, and `runs:` its function. With a number
// only that race is run, from 0 up; a number beyond the last is a program without any.
#include <pthread.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

static std::atomic<int> turn;
static int wanted = -1, races;
template <class First, class Second>
static void race(First first, Second second) {
  if (wanted >= 0 && races++ != wanted) return;
  turn.store(0, std::memory_order_relaxed);
  std::thread one([&] { first(); turn.store(1, std::memory_order_relaxed); });
  std::thread two([&] {
    while (turn.load(std::memory_order_relaxed) != 1) std::this_thread::yield();
    second();
  });
  one.join();
  two.join();
}
template <class Action>
static void race(Action action) { race(action, action); }

struct Inner {
  int low, high;
};
struct Cache {
  int lookups_ = 0;
  Inner range_{};
  std::array<int, 4> ring_{};
  static int instances;
};
int Cache::instances;
struct Account {
  std::mutex guard;
  long balance = 0;
};
struct Base {
  int in_base = 0;
};
struct Derived : Base {
  int in_derived = 0;
};
struct Flags {
  int plain = 0;
  unsigned bit : 3;
  unsigned other : 5;
};
struct Node {
  int value = 0;
  Node* next = nullptr;
};
union Word {
  int number;
  char bytes[4];
};
enum class Colour { red, green };

int number;
static int file_static;
namespace outer {
int spaced;
namespace inner { int deeper; }
}  // namespace outer
namespace { int nameless; }
Cache cache;
Account accounts[3];
int grid[3][5];
Inner table[4];
Derived derived;
Word word;
Colour colour;
double real;
bool truth;
int* pointer;
std::pair<int, int> couple;
std::array<Inner, 3> standard_array;
std::vector<int> numbers(8);
std::vector<Inner> ranges(4);
std::string text = "long enough to be kept in a block of the heap";
std::unique_ptr<Node> owned = std::make_unique<Node>();
Node* head;
Flags flags;
volatile int unsteady;
const char* literal;
thread_local int of_each_thread;
int* of_another_thread;
std::shared_ptr<Inner> counted = std::make_shared<Inner>();
std::map<int, int> ages;
std::list<int> queue;
std::atomic<Node*> published;
int under_member, under_local, under_heap, painted, painter_calls;
std::mutex plain_lock;

struct Worker {
  int done = 0;
  void run() { ++done; }
};

static void static_locals() {
  static int calls;
  calls += 1;  // name: calls
}
__attribute__((noinline)) static void locals() {
  int local_count = 0;
  Inner local_range{};
  int local_array[6] = {};
  Worker worker;
  Account account;
  race([&] { local_count = local_count + 1; });    // name: local_count
  race([&] { local_range.high = 2; });             // name: local_range.high
  race([&] { local_array[4] = 2; });               // name: local_array[4]
  race([&] { worker.run(); });                     // name: worker.done
  race([&] { account.balance += 1; });             // name: account.balance
  auto closure = [copied = 1]() mutable { copied += 1; };
  race([&] { closure(); });                        // name: closure.copied
  std::vector<int> local_vector(4);
  race([&] { local_vector[2] = 1; });              // name: local_vector[2]
  Node* local_node = new Node;
  race([&] { local_node->next = nullptr; });       // name: local_node->next
  auto unique = std::make_unique<Inner>();
  race([&] { unique->high = 1; });                 // name: unique->high
  int* block = new int[10];
  race([&] { block[7] = 1; });                     // name: block[7]
  asm volatile("" : : "r"(&local_count), "r"(&local_vector), "r"(local_node), "r"(block) : "memory");
  delete local_node;
  delete[] block;
}
__attribute__((noinline)) static void parameters(int by_value) {
  race([&] { by_value = by_value + 1; });  // name: by_value
  asm volatile("" : : "r"(&by_value) : "memory");
}

static void paint() { painter_calls += 1; }  // name: painter_calls // runs: paint
// Elsewhere on the stack than the variables of locals(): of one address a recording's races tell the first.
__attribute__((noinline)) static void deeper() {
  volatile char apart[4096];
  apart[0] = 0;
  parameters(3);
  apart[1] = 0;
}

int main(int, char** arguments) {
  if (arguments[1] != nullptr) wanted = std::atoi(arguments[1]);
  race([] { number = number + 1; });               // name: number
  race([] { file_static = file_static + 1; });     // name: file_static
  race([] { outer::spaced = 1; });                 // name: outer::spaced
  race([] { outer::inner::deeper = 1; });          // name: outer::inner::deeper
  race([] { nameless = nameless + 1; });           // name: nameless
  race([] { cache.lookups_ = 1; });                // name: cache.lookups_
  race([] { cache.range_.high = 1; });             // name: cache.range_.high
  race([] { cache.ring_[3] = 1; });                // name: cache.ring_[3]
  race([] { Cache::instances = 1; });              // name: Cache::instances
  race([] { accounts[1].balance = 1; });           // name: accounts[1].balance
  race([] { grid[2][3] = 1; });                    // name: grid[2][3]
  race([] { table[3].high = 1; });                 // name: table[3].high
  race([] { derived.in_base = 1; });               // name: derived.in_base
  race([] { derived.in_derived = 1; });            // name: derived.in_derived
  race([] { word.number = 1; });                   // name: word.number
  race([] { colour = Colour::green; });            // name: colour
  race([] { real = 1; });                          // name: real
  race([] { truth = true; });                      // name: truth
  race([] { pointer = nullptr; });                 // name: pointer
  race([] { couple.second = 1; });                 // name: couple.second
  race([] { standard_array[2].low = 1; });         // name: standard_array[2].low
  race([] { numbers[5] = 1; });                    // name: numbers[5]
  race([] { ranges[2].high = 1; });                // name: ranges[2].high
  race([] { text[9] = 'x'; });                     // name: text[9]
  race([] { owned->next = nullptr; });             // name: owned->next
  head = new Node;
  race([] { head->value = 1; });                   // name: head->value
  race([] { flags.plain = 1; });                   // name: flags.plain
  race([] { unsteady = 1; });                      // name: unsteady
  race([] { literal = "x"; });                     // name: literal
  of_another_thread = &of_each_thread;
  race([] { *of_another_thread = 1; });            // name: of_each_thread
  ages[1] = 2;
  queue.push_back(1);
  race([] { counted->high = 1; });                 // name: counted->high
  race([] { ages.begin()->second = 3; });          // name: element of ages
  race([] { queue.front() = 3; });                 // name: element of queue
  published = new Node;
  race([] { published.load(std::memory_order_relaxed)->value = 1; });  // name: published->value
  race([] { const std::lock_guard<std::mutex> guard(plain_lock); table[1].low = 1; },  // holds: plain_lock
       [] { table[1].low = 2; });
  race([] { const std::lock_guard<std::mutex> guard(accounts[1].guard); under_member = 1; },  // holds: accounts[1].guard
       [] { under_member = 2; });
  std::mutex local_lock;
  race([&] { const std::lock_guard<std::mutex> guard(local_lock); under_local = 1; },  // holds: local_lock
       [] { under_local = 2; });
  auto owner = std::make_unique<Account>();
  race([&] { const std::lock_guard<std::mutex> guard(owner->guard); under_heap = 1; },  // holds: owner->guard
       [] { under_heap = 2; });
  race([] { pthread_setname_np(pthread_self(), "painter"); painted = 1; },  // name: painted // named: painter
       [] { painted = 2; });
  if (wanted < 0 || races++ == wanted) {
    std::thread one(paint), two(paint);
    one.join();
    two.join();
  }
  race(static_locals);
  locals();
  deeper();
}
