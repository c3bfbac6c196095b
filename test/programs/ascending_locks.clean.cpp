// SPDX-License-Identifier: Apache-2.0
// Two hundred locks, always taken in ascending order: no ring exists, and that is soon seen.
// only: run
#include <pthread.h>
#include <stdlib.h>

#include <algorithm>
#include <vector>

static pthread_mutex_t m[200];
static void* f(void* p) {
  auto r = static_cast<unsigned>(reinterpret_cast<long>(p));
  for (int i = 0; i < 500; i++) {
    std::vector<int> v;
    for (int k = 0; k < 20; k++) v.push_back(rand_r(&r) % 200);
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
    for (int x : v) pthread_mutex_lock(&m[x]);
    for (int x : v) pthread_mutex_unlock(&m[x]);
  }
  return nullptr;
}
int main() {
  for (auto& x : m) pthread_mutex_init(&x, nullptr);
  pthread_t t[4];
  for (long i = 0; i < 4; i++) pthread_create(&t[i], nullptr, f, reinterpret_cast<void*>(i + 1));
  for (auto& x : t) pthread_join(x, nullptr);
}
