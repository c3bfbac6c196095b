// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
#include <atomic>
std::vector<int> log_(1);
std::jthread worker([](std::stop_token s){ while (!s.stop_requested()) std::this_thread::yield(); log_.push_back(2); });
int main(){ }
