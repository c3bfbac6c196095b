// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex a,b,c; int x;
int main(){ std::thread t([]{ std::scoped_lock l(a,b); x++; }); { std::scoped_lock l(b,c); x++; } t.join(); return x-2; }
