// SPDX-License-Identifier: Apache-2.0
// wrong: try_lock_shared_for failing then reading anyway
#include <shared_mutex>
#include <thread>
#include <chrono>
#include <mutex>
std::shared_timed_mutex m;int v;
int main(){using namespace std::chrono_literals;std::thread t([]{std::unique_lock l(m);v=1;});bool k=m.try_lock_shared_for(1ms);int r=v;if(k)m.unlock_shared();t.join();return r>1;}
