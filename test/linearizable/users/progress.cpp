// SPDX-License-Identifier: Apache-2.0
// Progress: what a thread that stands still for ever can and cannot hold up; and calls that throw, or never come back.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include <heddle/linearizable.h>

#include "table.h"

namespace {

template <class Object, class Say>
bool progress(const char* name, Say say) {
  auto test = heddle::linearizable<Object>(name);
  test.operation("next", &Object::next).operation("get", &Object::get).threads(2).calls(1);
  return say(test).holds();
}
template <class Object>
bool lock_free(const char* name) {
  return progress<Object>(
      name, [](auto& test) -> auto& { return test.lock_free(); });
}
template <class Object>
bool obstruction_free(const char* name) {
  return progress<Object>(
      name, [](auto& test) -> auto& { return test.obstruction_free(); });
}

// A loop that begins again only if another thread got on.
struct Retry {
  int next() {
    int now = number;
    while (!number.compare_exchange_weak(now, now + 1)) {
    }
    return now;
  }
  int get() { return number; }
  std::atomic<int> number{0};
};
bool retry() { return lock_free<Retry>("Retry"); }

// The same, with a pause that grows, and a rest in between.
struct Backoff {
  int next() {
    for (int pause = 1;; pause *= 2) {
      int now = number;
      if (number.compare_exchange_strong(now, now + 1)) return now;
      for (int i = 0; i < pause; ++i) std::this_thread::yield();
    }
  }
  int get() { return number; }
  std::atomic<int> number{0};
};
bool backoff() { return lock_free<Backoff>("Backoff"); }

// Waits for a flag that a thread which stands still never takes back.
struct Flagged {
  int next() {
    while (busy.exchange(true)) std::this_thread::yield();
    const int now = number++;
    busy = false;
    return now;
  }
  int get() { return number; }
  std::atomic<bool> busy{false};
  std::atomic<int> number{0};
};
bool flagged() { return lock_free<Flagged>("Flagged"); }
bool flagged_alone() { return obstruction_free<Flagged>("Flagged"); }

// A compare-exchange loop that looks like one of lock-free code, and is a lock: only whoever made the number odd makes it
// even again.
struct Odd {
  int next() {
    int now = number;
    while ((now & 1) != 0 || !number.compare_exchange_weak(now, now + 1)) now = number;
    const int result = value++;
    number = now + 2;
    return result;
  }
  int get() { return value; }
  std::atomic<int> number{0}, value{0};
};
bool odd() { return lock_free<Odd>("Odd"); }

// As a sequence lock: the writer never waits for readers, but readers wait for the writer.
struct Sequence {
  int next() {
    const std::lock_guard<std::mutex> guard(lock);
    ++version;
    const int now = low;
    low = now + 1;
    high = now + 1;
    ++version;
    return now;
  }
  int get() {
    for (;;) {
      const unsigned before = version;
      const int a = low, b = high;
      if ((before & 1) == 0 && version == before && a == b) return a;
    }
  }
  std::mutex lock;
  std::atomic<unsigned> version{0};
  std::atomic<int> low{0}, high{0};
};
bool sequence() { return lock_free<Sequence>("Sequence"); }

// Whoever finds another's work begun ends it.
struct Helped {
  int next() {
    for (;;) {
      int now = number;
      if (now % 2 != 0) {  // begun: end it
        number.compare_exchange_strong(now, now + 1);
        continue;
      }
      int begun = now;
      if (!number.compare_exchange_strong(begun, now + 1)) continue;
      begun = now + 1;
      number.compare_exchange_strong(begun, now + 2);
      return now / 2;
    }
  }
  int get() {
    int now = number;
    if (now % 2 != 0) number.compare_exchange_strong(now, now + 1);
    return (now + 1) / 2;
  }
  std::atomic<int> number{0};
};
bool helped() { return lock_free<Helped>("Helped"); }

// It waits a while, and then gives up: nobody is held up, and the result says so.
struct Patient {
  int next() {
    for (int tries = 0; tries < 2; ++tries) {
      if (busy.exchange(true)) continue;
      const int now = number++;
      busy = false;
      return now;
    }
    return -1;
  }
  int get() { return number; }
  std::atomic<bool> busy{false};
  std::atomic<int> number{0};
};
bool patient() {
  using Model = int;
  return heddle::linearizable<Patient, Model>("Patient")
      .relation("next", &Patient::next,
                [](int now, int result) {
                  if (result == -1) return std::vector<int>{now};
                  return result == now ? std::vector<int>{now + 1} : std::vector<int>();
                })
      .operation("get", &Patient::get, [](int& now) { return now; })
      .threads(2)
      .calls(1)
      .lock_free()
      .holds();
}

// A lock that only one operation takes: the others never wait.
struct HalfLocked {
  int next() {
    const std::lock_guard<std::mutex> guard(lock);
    return number++;
  }
  int get() { return number; }
  std::mutex lock;
  std::atomic<int> number{0};
};
bool half_locked() { return lock_free<HalfLocked>("HalfLocked"); }

// One that takes turns by force: each waits for the other's step.
struct Turns {
  int next() {
    const int mine = tickets++;
    while (turn != mine) {
    }
    const int now = number++;
    ++turn;
    return now;
  }
  int get() { return number; }
  std::atomic<int> tickets{0}, turn{0}, number{0};
};
bool turns() { return lock_free<Turns>("Turns"); }
bool turns_alone() { return obstruction_free<Turns>("Turns"); }

// A queue of nodes whose end nobody but its pusher brings up to date.
struct Unhelped {
  struct Node {
    std::atomic<Node*> next{nullptr};
  };
  int next() {
    for (auto* node = new Node;;) {
      Node* last = tail;
      Node* none = nullptr;
      if (!last->next.compare_exchange_strong(none, node)) continue;
      tail = node;
      return 0;
    }
  }
  int get() { return tail.load() == &first; }
  Node first;
  std::atomic<Node*> tail{&first};
};
bool unhelped() { return lock_free<Unhelped>("Unhelped"); }

// Who changes it waits until nobody reads.
struct Readers {
  int next() {
    const int now = number++;
    while (reading != 0) {
    }
    return now;
  }
  int get() {
    ++reading;
    const int now = number;
    --reading;
    return now;
  }
  std::atomic<int> number{0}, reading{0};
};
bool readers() { return lock_free<Readers>("Readers"); }

// A lock on a path that is seldom taken.
struct Rare {
  int next() {
    const int now = number++;
    if (now > 0) const std::lock_guard<std::mutex> guard(lock);
    return now;
  }
  std::mutex lock;
  std::atomic<int> number{0};
};
bool rare() {
  return heddle::linearizable<Rare>("Rare")
      .operation("next", &Rare::next)
      .threads(3)
      .calls(1)
      .lock_free()
      .holds();
}

// The lock has a time limit, and whoever does not get it says so.
struct Timed {
  int next() {
    if (!lock.try_lock_for(std::chrono::milliseconds(5))) return -1;
    const int now = number++;
    lock.unlock();
    return now;
  }
  std::timed_mutex lock;
  int number = 0;
};
bool timed() {
  return heddle::linearizable<Timed, int>("Timed")
      .relation("next", &Timed::next,
                [](int now, int result) {
                  if (result == -1) return std::vector<int>{now};
                  return result == now ? std::vector<int>{now + 1} : std::vector<int>();
                })
      .threads(2)
      .calls(1)
      .lock_free()
      .holds();
}

// One operation for who reads the source, and a lock of libatomic's for the machine.
struct Large {
  struct Numbers {
    long first = 0, second = 0, third = 0;
  };
  int next() {
    Numbers now = numbers;
    numbers.store({now.first + 1, 0, 0});
    return 0;
  }
  int get() { return 0; }
  std::atomic<Numbers> numbers{Numbers()};
};
bool large() { return obstruction_free<Large>("Large"); }

// What it says when it throws was looked at under another lock than what it throws for.
struct Talks {
  void inc() {
    {
      const std::lock_guard<std::mutex> guard(lock);
      ++number;
    }
    const std::lock_guard<std::mutex> guard(lock);
    if (in_words) throw std::runtime_error("now " + std::to_string(number));
    throw number;
  }
  std::mutex lock;
  int number = 0;
  bool in_words = false;
};
bool talks(bool in_words) {
  return heddle::linearizable<Talks>("Talks")
      .operation("inc", &Talks::inc)
      .object([in_words](Talks& talks) { talks.in_words = in_words; })
      .threads(2)
      .calls(1)
      .holds();
}

// Whoever was raced ends more than the call.
struct Leaves {
  int next() {
    const int before = number;
    if (!number.compare_exchange_strong(expected(before), before + 1)) leave();
    return before;
  }
  int& expected(int before) {
    thread_local int now;
    return now = before;
  }
  void leave() { process ? std::_Exit(0) : pthread_exit(nullptr); }
  std::atomic<int> number{0};
  bool process = false;
};
bool leaves(bool process) {
  return heddle::linearizable<Leaves>("Leaves")
      .operation("next", &Leaves::next)
      .object([process](auto& leaves) { leaves.process = process; })
      .threads(2)
      .calls(1)
      .holds();
}

bool too_many() {
  return heddle::linearizable<Leaves>("Leaves").operation("next", &Leaves::next).threads(-1U).holds();
}

const Case cases[] = {
    {"thrown_number.wrong", [] { return talks(false); }},
    {"thrown_words.wrong", [] { return talks(true); }},
    {"ends_thread.wrong", [] { return leaves(false); }},
    {"ends_process.wrong", [] { return leaves(true); }},
    {"too_many.refused", too_many},
    {"retry.right", retry},
    {"backoff.right", backoff},
    {"flagged.wrong", flagged},
    {"flagged_alone.wrong", flagged_alone},
    {"odd.wrong", odd},
    {"sequence.wrong", sequence},
    {"helped.right", helped},
    {"patient.right", patient},
    {"half_locked.wrong", half_locked},
    {"turns.wrong", turns},
    {"turns_alone.wrong", turns_alone},
    {"unhelped.wrong", unhelped},
    {"readers.wrong", readers},
    {"rare.wrong", rare},
    {"timed.right", timed},
    {"large.inconclusive", large},
};

}  // namespace

int main(int count, char** arguments) { return run_case(cases, count, arguments); }
