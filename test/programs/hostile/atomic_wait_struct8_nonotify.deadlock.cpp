// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
struct P { short a, b; bool operator==(const P &) const = default; };
std::atomic<P> a{P{0, 0}};
int main() { std::jthread t([] { a.wait(P{0, 0}); }); a.store(P{0, 1}); }
