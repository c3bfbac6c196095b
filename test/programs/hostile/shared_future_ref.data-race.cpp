// SPDX-License-Identifier: Apache-2.0
// wrong: get() of shared_future<vector> returns a reference; both modify via const_cast... simpler: both threads call get() on the same std::future: race
#include <future>
#include <thread>
int main(){std::promise<int> p;auto f=p.get_future();p.set_value(2);std::thread t([&]{try{f.get();}catch(...){}});try{f.get();}catch(...){}t.join();return 0;}
