// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <new>
#include <cassert>
int main(){ std::thread t([]{ std::set_new_handler([]{}); }); auto h = std::get_new_handler(); t.join(); assert(!h); }
