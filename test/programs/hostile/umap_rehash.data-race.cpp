// SPDX-License-Identifier: Apache-2.0
// wrong: unordered_map insert vs find
#include <unordered_map>
#include <thread>
int main(){std::unordered_map<int,int> m{{1,1}};int r=0;std::thread t([&]{r=m.count(1);});m[2]=2;t.join();return r>2;}
