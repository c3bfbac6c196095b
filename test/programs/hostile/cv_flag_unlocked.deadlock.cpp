// SPDX-License-Identifier: Apache-2.0
// wrong: atomic flag set without the mutex: lost wake-up
#include <condition_variable>
#include <mutex>
#include <thread>
#include <atomic>
std::mutex m;std::condition_variable c;std::atomic<bool> ok;
int main(){std::thread t([]{std::unique_lock l(m);c.wait(l,[]{return ok.load();});});ok=true;c.notify_one();t.join();return 0;}
