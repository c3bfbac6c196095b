// SPDX-License-Identifier: Apache-2.0
// right: random_device & mt19937
#include <random>
#include <thread>
#include <atomic>
std::atomic<int> n;
int main(){auto f=[]{std::random_device r;std::mt19937 g(r());n+=std::uniform_int_distribution<>(1,1)(g);};std::thread t(f);f();t.join();return n!=2;}
