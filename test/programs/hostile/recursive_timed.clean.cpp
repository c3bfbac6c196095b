// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
#include <chrono>
std::recursive_timed_mutex m; int x;
int main() { { std::jthread t([] { if (m.try_lock_for(std::chrono::milliseconds(1))) { m.lock(); x++; m.unlock(); m.unlock(); } }); m.lock(); if (m.try_lock()) { x++; m.unlock(); } m.unlock(); } return x < 1 || x > 2; }
