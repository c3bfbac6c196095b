// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>
#include <memory>
int main() { int x = 0; { std::latch l(2); std::jthread t([&] { x = 1; l.count_down(); }), s([&] { l.count_down(); }); l.wait(); if (x != 1) return 1; } return 0; }
