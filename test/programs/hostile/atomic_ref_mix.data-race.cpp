// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
int x;
int main() { std::jthread t([] { std::atomic_ref<int>(x)++; }); x = 5; }
