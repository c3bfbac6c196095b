// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
extern std::vector<int> log_;
std::atomic<int> dummy;
std::jthread worker([](std::stop_token s){ while (!s.stop_requested()) std::this_thread::yield(); log_.push_back(2); });
std::vector<int> log_(1);   // constructed after, destroyed before the worker is joined
int main(){ }
