// SPDX-License-Identifier: Apache-2.0
// Matrix multiplication: two threads, rows shared out, both inputs read by all.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 240;
  const int threads = argc > 2 ? std::atoi(argv[2]) : 2;
  std::vector<double> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; i++) a[i] = i % 7, b[i] = i % 5;
  std::vector<std::thread> team;
  for (int t = 0; t < threads; t++)
    team.emplace_back([&, t] {
      for (int i = t; i < n; i += threads)
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
          c[i * n + j] = sum;
        }
    });
  for (auto& thread : team) thread.join();
  std::printf("%.0f\n", c[n * n - 1]);
}
