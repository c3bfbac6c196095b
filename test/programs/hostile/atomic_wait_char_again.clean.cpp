// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<char> a{'a'}; int x;
int main() { std::jthread t([] { a.wait('a'); x = 2; }); x = 1; a.store('b'); a.notify_one(); t.join(); return x != 2; }
