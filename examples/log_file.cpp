// SPDX-License-Identifier: Apache-2.0
// Two threads append to one log file, which only one of them may have open at a time. The lock is given back one line
// too early, before the file is closed.
#include <fstream>
#include <mutex>
#include <thread>

#if __has_include(<heddle/record.h>)
#include <heddle/record.h>
#else
inline void heddle_mark(const char*, long) {}
#endif

std::mutex gate;

void append(const char* line) {
  std::unique_lock hold(gate);
  std::ofstream log("log.txt", std::ios::app);
  heddle_mark("open", 1);
  log << line << '\n';
  hold.unlock();
  log.close();
  heddle_mark("open", 0);
}

int main() {
  std::thread first(append, "first");
  std::thread second(append, "second");
  first.join();
  second.join();
}
