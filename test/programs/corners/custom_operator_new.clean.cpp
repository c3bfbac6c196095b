// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>
std::atomic<int> live{0};
void* operator new(std::size_t n) { live++; return std::malloc(n); }
void operator delete(void* p) noexcept { if (p) { live--; std::free(p); } }
void operator delete(void* p, std::size_t) noexcept { if (p) { live--; std::free(p); } }
int main(){ int before = live; { std::vector<int> v(3); std::thread t([v]{ std::vector<int> w = v; w.push_back(1); }); t.join(); } return live == before ? 0 : 1; }
