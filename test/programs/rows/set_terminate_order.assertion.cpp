// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <exception>
#include <cassert>
#include <cstdlib>
void mine(){ std::abort(); }
int main(){ std::thread t([]{ std::set_terminate(mine); }); auto h=std::get_terminate(); t.join(); assert(h!=mine); }
