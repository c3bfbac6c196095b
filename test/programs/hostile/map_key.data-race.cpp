// SPDX-License-Identifier: Apache-2.0
// wrong: same but thread iterates ++it (reads node links) while main inserts
#include <map>
#include <thread>
int main(){std::map<int,int> m{{1,1},{3,3}};auto it=m.begin();std::thread t([&]{++it;});m[2]=2;t.join();return 0;}
