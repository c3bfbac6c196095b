// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>
std::counting_semaphore<4> s{2}; std::atomic<int> got;
int main(){ std::thread t([]{ if(s.try_acquire()) got++; }), u([]{ if(s.try_acquire()) got++; }), v([]{ if(s.try_acquire()) got++; }); t.join(); u.join(); v.join(); return got==2; }
