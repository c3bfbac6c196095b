// SPDX-License-Identifier: Apache-2.0
// wrong: optional engaged flag
#include <optional>
#include <thread>
#include <atomic>
std::optional<int> o;std::atomic<bool> r;
int main(){std::thread t([]{r=true;o=3;});int v=0;if(r)v=*o;t.join();return v>3;}
