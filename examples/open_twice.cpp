// Figure 1.5 of "Predicate detection for parallel computations". The first thread closes the file after it gave the
// lock back, so the second may open it in between. Here the first comes a little later, and the harmless order is all
// that a run shows.
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#if __has_include(<heddle/record.h>)
#include <heddle/record.h>
#else
inline void heddle_mark(const char*, long) {}
#endif

std::mutex l;

std::FILE* open_file() {
  std::FILE* file = std::fopen("/dev/null", "w");
  heddle_mark("open", 1);
  return file;
}

void close_file(std::FILE* file) {
  std::fclose(file);
  heddle_mark("open", 0);
}

void first() {
  l.lock();
  std::FILE* f = open_file();
  l.unlock();
  close_file(f);
}

void second() {
  l.lock();
  std::FILE* f = open_file();
  close_file(f);
  l.unlock();
}

int main() {
  std::thread t1([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    first();
  });
  std::thread t2(second);
  t1.join();
  t2.join();
}
