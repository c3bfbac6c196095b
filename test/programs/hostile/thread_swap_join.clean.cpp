// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <utility>
int x, y;
int main() { std::thread a([] { x = 1; }), b([] { y = 1; }); std::swap(a, b); b.join(); if (x != 1) return 1; std::thread c = std::move(a); c.join(); return y != 1; }
