// SPDX-License-Identifier: Apache-2.0
// right: concurrent find
#include <map>
#include <string>
#include <thread>
int main(){std::map<std::string,int> m{{"a",1},{"b",2}};int x=0,y=0;std::thread t([&]{x=m.find("a")->second;});y=m.at("b");t.join();return x+y!=3;}
