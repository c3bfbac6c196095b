// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
int main(){ int x=0; std::thread t; { std::promise<void> p; auto f=p.get_future(); t=std::thread([&x,p=std::move(p)]() mutable { x=5; p.set_value(); }); f.wait(); if(x!=5) return 1; } t.join(); return 0; }
