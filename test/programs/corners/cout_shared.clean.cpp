// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <thread>
int main(){ std::thread t([]{ std::cout << "a" << 1 << '\n'; }); std::cout << "b" << 2.5 << std::endl; t.join(); }
