// SPDX-License-Identifier: Apache-2.0
// wrong: vector<bool> elements share a word
#include <vector>
#include <thread>
int main(){std::vector<bool> v(2);std::thread t([&]{v[1]=true;});v[0]=true;t.join();return 0;}
