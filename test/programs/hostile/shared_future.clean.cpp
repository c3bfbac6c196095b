// SPDX-License-Identifier: Apache-2.0
// right: shared_future copies
#include <future>
#include <thread>
int main(){std::promise<int> p;std::shared_future<int> f=p.get_future().share();int a=0,b=0;std::thread t([f,&a]{a=f.get();}),u([f,&b]{b=f.get();});p.set_value(2);t.join();u.join();return a+b!=4;}
