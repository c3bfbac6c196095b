// SPDX-License-Identifier: Apache-2.0
// right: different elements of vector<int>
#include <vector>
#include <thread>
int main(){std::vector<int> v(2);std::thread t([&]{v[1]=1;});v[0]=3;t.join();return v[0]+v[1]!=4;}
