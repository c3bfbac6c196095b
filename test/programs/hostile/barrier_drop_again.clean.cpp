// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <thread>
int main() { std::barrier<> b(2); std::jthread t([&] { b.arrive_and_drop(); }); b.arrive_and_wait(); b.arrive_and_wait(); }
