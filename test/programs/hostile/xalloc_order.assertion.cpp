// SPDX-License-Identifier: Apache-2.0
// wrong: which number a stream gets depends on who asks first
#include <thread>
#include <ios>
#include <cassert>
int main() { int a = std::ios_base::xalloc(); std::thread t([] { std::ios_base::xalloc(); }); int b = std::ios_base::xalloc(); t.join(); assert(b == a + 1); }
