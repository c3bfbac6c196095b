// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <thread>
struct E{int n=3;};
int main(){std::exception_ptr p;E*raw;try{throw E{};}catch(E&e){raw=&e;p=std::current_exception();}
std::thread a([&]{p=nullptr;});volatile int v=raw->n;(void)v;a.join();}
