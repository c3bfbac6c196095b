// SPDX-License-Identifier: Apache-2.0
// Beside lines.cpp: functions that both files compile and the linker keeps once, which the debug information of both then
// claims. What stands behind them in the program is lines.cpp's alone.
#include "lines.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

static std::mutex guard;
int beside(int key) {
  const std::lock_guard<std::mutex> hold(guard);
  std::thread([] {}).join();
  Cache cache;
  Box<int> box;
  box.set(cache.get(key));
  std::map<std::string, std::function<int()>> table;
  table["one"] = [&] { return box.get(); };
  std::atomic<int> sum{0};
  sum += table["one"]();
  return sum;
}
