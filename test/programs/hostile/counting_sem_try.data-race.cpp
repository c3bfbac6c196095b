// SPDX-License-Identifier: Apache-2.0
// wrong: try_acquire_for fails, then data used
#include <semaphore>
#include <thread>
#include <chrono>
using namespace std::chrono_literals;
std::counting_semaphore<4> a(0);int x;
int main(){std::thread t([]{x=1;a.release();});bool ok=a.try_acquire_for(10ms);int r=x;t.join();return ok?r!=1:0;}
