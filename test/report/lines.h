// SPDX-License-Identifier: Apache-2.0
// What lines.cpp has from a header. `// [n] function` marks a line at which case n races, and in which function.
#pragma once
#include <map>
#include <memory>
#include <vector>

struct Cache {
  int lookups_ = 0;
  int get(int key) {
    ++lookups_;  // [1] Cache::get
    return key;
  }
};

template <class T>
struct Box {
  T value{};
  void set(const T& to) {
    value = to;  // [2] Box<int>::set
  }
  T get() const {
    return value;  // [2] Box<int>::get
  }
};

inline int& slot(int* array, int index) { return array[index]; }

template <class T>
void bump(T& counter) {
  counter = counter + 1;  // [3] bump
}

struct Base {
  virtual ~Base() = default;
  virtual void visit() = 0;
};

#define STORE(variable, value) variable = value
