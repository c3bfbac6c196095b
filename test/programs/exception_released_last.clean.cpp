// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <thread>
#include <chrono>
struct E{int n=3;};
int main(){std::exception_ptr p;try{throw E{};}catch(...){p=std::current_exception();}
 std::thread a([q=p]()mutable{std::this_thread::sleep_for(std::chrono::milliseconds(50));q=nullptr;});   // drops the last one: frees
 try{std::rethrow_exception(std::move(p));}catch(E&e){if(e.n!=3)return 1;}
 a.join();}
