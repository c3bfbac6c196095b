// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <atomic>
#include <stdexcept>
std::atomic<int> x;
int main(){ try{ std::thread a([]{ x=1; }); if(x==1) throw std::runtime_error("no"); a.join(); } catch(...){ } }
