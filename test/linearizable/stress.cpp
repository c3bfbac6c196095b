// SPDX-License-Identifier: Apache-2.0
// A stress test whose calls are marked: stress queue|stack|map|set|dies. The object is the standard library's behind a
// lock, so it is right as what it is, and wrong as something else.
#include <cstdlib>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <heddle/record.h>

constexpr int kThreads = 4;
std::mutex mutex;
std::deque<long> values;
std::map<long, long> entries;
std::set<long> members;

void push(long value) {
  heddle_call("push", value);
  {
    const std::lock_guard guard(mutex);
    values.push_back(value);
  }
  heddle_return("push", 0);
}

void pop(bool last) {
  heddle_call("pop", HEDDLE_NOTHING);
  long value = HEDDLE_NOTHING;
  {
    const std::lock_guard guard(mutex);
    if (!values.empty()) {
      value = last ? values.back() : values.front();
      last ? values.pop_back() : values.pop_front();
    }
  }
  heddle_return("pop", value);
}

void use_collection(int thread, int calls, bool last) {
  for (int i = 0; i < calls; ++i)
    if ((i + thread) % 2 == 0)
      push(thread * 100000 + i);
    else
      pop(last);
}

void use_map(int thread, int calls) {
  for (int i = 0; i < calls; ++i) {
    const long key = i % 7, value = thread * 100000 + i;
    if (i % 3 == thread % 3) {
      heddle_call_on("put", key, value);
      {
        const std::lock_guard guard(mutex);
        entries[key] = value;
      }
      heddle_return("put", 0);
    } else {
      heddle_call("get", key);
      long found = HEDDLE_NOTHING;
      {
        const std::lock_guard guard(mutex);
        if (const auto at = entries.find(key); at != entries.end()) found = at->second;
      }
      heddle_return("get", found);
    }
  }
}

void use_set(int thread, int calls) {
  for (int i = 0; i < calls; ++i) {
    const long key = i % 5;
    if ((i + thread) % 2 == 0) {
      heddle_call("add", key);
      bool is_new = false;
      {
        const std::lock_guard guard(mutex);
        is_new = members.insert(key).second;
      }
      heddle_return("add", is_new);
    } else {
      heddle_call("remove", key);
      bool was_in = false;
      {
        const std::lock_guard guard(mutex);
        was_in = members.erase(key) > 0;
      }
      heddle_return("remove", was_in);
    }
  }
}

int main(int, char** arguments) {
  const std::string what = arguments[1];
  const int calls = std::atoi(arguments[2]);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      if (what == "map") return use_map(i, calls);
      if (what == "set") return use_set(i, calls);
      use_collection(i, calls, what == "stack");
    });
  for (std::thread& each : threads) each.join();
  if (what == "dies") {  // in the middle of a push, which may or may not have happened
    heddle_call("push", -1);
    std::_Exit(0);
  }
  if (what == "map" || what == "set") return 0;
  for (int i = 0; i < 3; ++i) push(900000 + i);  // in one thread: their order tells queues and stacks apart
  for (int i = 0; i < 3; ++i) pop(what == "stack");
}
