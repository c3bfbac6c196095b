// SPDX-License-Identifier: Apache-2.0
// right: cout from two threads is not a data race (sync_with_stdio)
#include <iostream>
#include <thread>
int main(){std::thread t([]{std::cout<<"a"<<1<<'\n';});std::cout<<"b"<<2<<'\n';t.join();return 0;}
