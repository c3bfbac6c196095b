// SPDX-License-Identifier: Apache-2.0
#include <barrier>
#include <thread>
int n, seen;
struct Done { void operator()() noexcept { n++; } };
int main() { std::barrier<Done> b(2, Done{}); { std::jthread t([&] { auto tok = b.arrive(); seen = n; b.wait(std::move(tok)); }); b.arrive_and_wait(); } return 0; }
