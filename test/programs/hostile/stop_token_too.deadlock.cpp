// SPDX-License-Identifier: Apache-2.0
// wrong: waits with ordinary cv, stop requested without notify: lost
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;std::condition_variable c;
int main(){std::jthread t([](std::stop_token st){std::unique_lock l(m);c.wait(l,[&]{return st.stop_requested();});});return 0;}
