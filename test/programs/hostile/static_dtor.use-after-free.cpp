// SPDX-License-Identifier: Apache-2.0
// wrong: detached thread uses static vector while destructor runs at exit
#include <thread>
#include <vector>
std::vector<int> v(3);
int main(){std::thread([]{v[0]=1;}).detach();return 0;}
