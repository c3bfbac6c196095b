// SPDX-License-Identifier: Apache-2.0
// wrong: exception in task rethrown at get, uncaught in main -- only if thread saw flag
#include <future>
#include <thread>
#include <atomic>
std::atomic<int> k;
int main(){std::packaged_task<int()> p([]{if(k)throw 1;return 0;});auto f=p.get_future();std::thread t(std::move(p));k=1;t.join();return f.get();}
