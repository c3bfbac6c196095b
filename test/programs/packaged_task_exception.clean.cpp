// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <chrono>
#include <stdexcept>
int main(){std::packaged_task<int()> t([]()->int{throw std::runtime_error("boom");});auto f=t.get_future();
std::thread w([t=std::move(t)]()mutable{t();std::this_thread::sleep_for(std::chrono::milliseconds(50));});
int r=1;try{f.get();}catch(std::runtime_error&e){r=e.what()[0]!='b';}w.join();return r;}
