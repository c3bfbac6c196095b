// SPDX-License-Identifier: Apache-2.0
// right
#include <future>
#include <thread>
int d;
int main(){std::promise<int> p;auto f=p.get_future();std::thread t([&p]{d=4;p.set_value(3);});int r=f.get()+d;t.join();return r!=7;}
