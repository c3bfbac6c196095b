// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
int main(){ int x=0; std::promise<void> p; auto f=p.get_future(); std::thread t([&]{ p.set_value(); x=5; }); f.wait(); int r=x; t.join(); return r>5; }
