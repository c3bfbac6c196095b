// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
struct W{ std::vector<int> v; std::jthread j; W():v(3){ j=std::jthread([this]{ v[0]=1; }); } };
int main(){ W w; }
