// SPDX-License-Identifier: Apache-2.0
// right: condition_variable_any with own lock
#include <condition_variable>
#include <shared_mutex>
#include <thread>
std::shared_mutex m;std::condition_variable_any c;bool ok;
int main(){std::thread t([]{std::shared_lock l(m);c.wait(l,[]{return ok;});});{std::lock_guard l(m);ok=true;}c.notify_all();t.join();return 0;}
