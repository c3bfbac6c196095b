// SPDX-License-Identifier: Apache-2.0
// wrong: monotonic_buffer_resource shared by two threads
#include <memory_resource>
#include <thread>
#include <vector>
int main(){std::pmr::monotonic_buffer_resource r;std::thread t([&]{std::pmr::vector<int> v(10,&r);});std::pmr::vector<int> v(10,&r);t.join();return 0;}
