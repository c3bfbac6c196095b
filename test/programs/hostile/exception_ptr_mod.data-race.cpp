// SPDX-License-Identifier: Apache-2.0
// wrong: the same exception object modified by both catchers
#include <exception>
#include <thread>
struct E{int v=0;};
int main(){std::exception_ptr p;try{throw E{};}catch(...){p=std::current_exception();}auto f=[&]{try{std::rethrow_exception(p);}catch(E&e){e.v++;}};std::thread a(f),b(f);a.join();b.join();return 0;}
