// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>
int main() { std::latch l(3); std::jthread t([&] { l.arrive_and_wait(); }), s([&] { if (!l.try_wait()) l.arrive_and_wait(); }); }
