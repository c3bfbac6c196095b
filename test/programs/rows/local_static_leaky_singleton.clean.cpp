// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
std::vector<int>& get(){ static auto&v=*new std::vector<int>(4); return v; }
int main(){ std::thread([]{ get()[1]=2; }).detach(); get()[0]=1; }
