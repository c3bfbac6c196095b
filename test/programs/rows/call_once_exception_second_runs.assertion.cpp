// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <cassert>
#include <stdexcept>
std::once_flag f; std::atomic<int> tries;
void g(){ try{ std::call_once(f,[]{ if(tries++==0) throw std::runtime_error("x"); }); } catch(...){ assert(tries==1); } }
int main(){ std::thread a(g),b(g); a.join(); b.join(); }
