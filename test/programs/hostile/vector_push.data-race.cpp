// SPDX-License-Identifier: Apache-2.0
// wrong: push_back vs operator[] different elements (realloc)
#include <vector>
#include <thread>
int main(){std::vector<int> v(1);std::thread t([&]{v.push_back(1);});v[0]=3;t.join();return 0;}
