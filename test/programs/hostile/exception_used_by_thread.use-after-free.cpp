// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <thread>
int main(){int*raw;std::exception_ptr p;try{throw 3;}catch(int&e){raw=&e;p=std::current_exception();}
 std::thread a([&]{volatile int v=*raw;(void)v;});
 p=nullptr;
 a.join();}
