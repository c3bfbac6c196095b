// Tellers transfer money between accounts, and nobody told them of locks: what one teller writes, another one may be
// writing too. Nothing orders the tellers, so every combination of their steps is a state that a run can pass through.
#include <cstdlib>
#include <thread>
#include <vector>

#if __has_include(<heddle/record.h>)
#include <heddle/record.h>
#else
inline void heddle_mark(const char*, long) {}
#endif

int balance[16];

void serve(int teller, int customers) {
  for (int k = 0; k < customers; ++k) {
    heddle_mark("customer", k + 1);
    balance[(teller + k) % 16] -= 10;
    balance[(teller + 2 * k + 1) % 16] += 10;
  }
}

int main(int count, char** arguments) {
  const int tellers = count > 1 ? std::atoi(arguments[1]) : 8;
  const int customers = count > 2 ? std::atoi(arguments[2]) : 4;
  std::vector<std::thread> threads;
  for (int t = 0; t < tellers; ++t) threads.emplace_back(serve, t, customers);
  for (std::thread& thread : threads) thread.join();
}
