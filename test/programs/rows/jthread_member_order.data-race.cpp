// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
struct W{ std::jthread j; std::vector<int> v; W():v(3){ j=std::jthread([this]{ v[0]=1; }); } };
int main(){ W w; }
