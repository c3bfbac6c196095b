// SPDX-License-Identifier: Apache-2.0
// right: node-based: references stable; insert guarded? NOT: find by thread of existing ref only (no tree access), main inserts.
#include <map>
#include <thread>
int main(){std::map<int,int> m{{1,1}};int&r=m[1];std::thread t([&]{r=5;});m[2]=2;t.join();return m[1]!=5;}
