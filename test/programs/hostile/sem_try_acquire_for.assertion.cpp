// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>
#include <cassert>
#include <chrono>
std::counting_semaphore<4> s{0};
int main() { std::jthread t([] { s.release(); }); bool got = s.try_acquire_for(std::chrono::seconds(1000)); assert(got); }
