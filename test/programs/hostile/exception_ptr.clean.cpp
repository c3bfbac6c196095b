// SPDX-License-Identifier: Apache-2.0
// right: exception_ptr rethrown in two threads, nested exceptions
#include <exception>
#include <stdexcept>
#include <thread>
int main(){std::exception_ptr p;try{throw std::runtime_error("x");}catch(...){p=std::current_exception();}int n[2]={};auto f=[&](int i){try{std::rethrow_exception(p);}catch(std::runtime_error&e){n[i]=e.what()[0]=='x';}};std::thread a(f,0),b(f,1);a.join();b.join();return n[0]+n[1]!=2;}
