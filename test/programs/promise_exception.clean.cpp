// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <chrono>
struct E{int n;};
int main(){std::promise<int> p;auto f=p.get_future();
 std::thread t([p=std::move(p)]()mutable{p.set_exception(std::make_exception_ptr(E{3}));std::this_thread::sleep_for(std::chrono::milliseconds(50));});
 try{f.get();}catch(E&e){if(e.n!=3)return 1;}
 t.join();}
