// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <vector>
#include <thread>
int main(){ std::promise<std::vector<int>> p; auto f=p.get_future(); std::thread t([p=std::move(p)]() mutable { p.set_value({1,2,3}); }); auto v=f.get(); t.join(); return v.size()!=3; }
