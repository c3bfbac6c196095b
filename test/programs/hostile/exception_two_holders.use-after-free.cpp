// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
struct E{int n=3;};E*raw;
int main(){std::thread t;{std::promise<void> p;auto f=p.get_future();try{throw E{};}catch(...){p.set_exception(std::current_exception());}try{f.get();}catch(E&e){raw=&e;t=std::thread([]{volatile int v=raw->n;(void)v;});}}t.join();}
