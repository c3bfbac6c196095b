// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <thread>
int main() { std::barrier<> b(2); std::jthread t([&] { (void)b.arrive(); }); b.arrive_and_wait(); b.arrive_and_wait(); }
