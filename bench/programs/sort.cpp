// SPDX-License-Identifier: Apache-2.0
// Merge sort: each level hands one half to a new thread down to a depth.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

static void sort(std::vector<int>& v, std::vector<int>& w, int from, int to, int depth) {
  if (to - from < 2) return;
  const int middle = (from + to) / 2;
  if (depth > 0) {
    std::thread other([&] { sort(v, w, from, middle, depth - 1); });
    sort(v, w, middle, to, depth - 1);
    other.join();
  } else {
    sort(v, w, from, middle, 0);
    sort(v, w, middle, to, 0);
  }
  int i = from, j = middle, k = from;
  while (i < middle && j < to) w[k++] = v[j] < v[i] ? v[j++] : v[i++];
  while (i < middle) w[k++] = v[i++];
  while (j < to) w[k++] = v[j++];
  for (k = from; k < to; k++) v[k] = w[k];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000000;
  std::vector<int> v(n), w(n);
  unsigned seed = 1;
  for (int& x : v) x = static_cast<int>((seed = seed * 1664525 + 1013904223) >> 8);
  sort(v, w, 0, n, 2);
  std::printf("%d\n", std::is_sorted(v.begin(), v.end()));
}
