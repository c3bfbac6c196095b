// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex a, b; int x;
int main() { { std::jthread t([] { std::lock(a, b); x++; a.unlock(); b.unlock(); }); std::scoped_lock l(b, a); x++; } return 0; }
