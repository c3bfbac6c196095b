// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
alignas(8) long x;
int main() { { std::jthread t([] { std::atomic_ref<long> r(x); long e = 0; while (!r.compare_exchange_weak(e, e + 1)) {} }); std::atomic_ref(x).fetch_add(2); } return x != 3; }
