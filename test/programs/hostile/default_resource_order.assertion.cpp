// SPDX-License-Identifier: Apache-2.0
// wrong: the default resource may be set before it is looked at
#include <thread>
#include <memory_resource>
#include <cassert>
int main() { auto *old = std::pmr::get_default_resource(); std::thread t([] { std::pmr::set_default_resource(std::pmr::null_memory_resource()); }); auto *r = std::pmr::get_default_resource(); t.join(); assert(r == old); }
