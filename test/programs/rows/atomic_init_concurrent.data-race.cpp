// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <new>
alignas(4) char mem[4]; 
int main(){ auto*a=new(mem) std::atomic<int>(0); std::thread t([a]{ a->load(); }); new(mem) std::atomic<int>(1); t.join(); }
