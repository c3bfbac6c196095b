// SPDX-License-Identifier: Apache-2.0
// wrong: plain access beside atomic_ref
#include <atomic>
#include <thread>
int x;
int main(){std::jthread t([&]{std::atomic_ref r(x);r++;});x++;return 0;}
