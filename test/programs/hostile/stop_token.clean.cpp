// SPDX-License-Identifier: Apache-2.0
// right: jthread with stop_token and cv_any wait
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;std::condition_variable_any c;
int main(){std::jthread t([](std::stop_token st){std::unique_lock l(m);c.wait(l,st,[]{return false;});});t.request_stop();return 0;}
