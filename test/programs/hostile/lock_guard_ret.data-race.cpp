// SPDX-License-Identifier: Apache-2.0
// wrong: lock_guard temporary: `std::lock_guard<std::mutex>{m};` unlocks at once.
#include <mutex>
#include <thread>
std::mutex m;int n;
void f(){std::lock_guard<std::mutex>{m};n++;}
int main(){std::thread a(f),b(f);a.join();b.join();return n!=2;}
