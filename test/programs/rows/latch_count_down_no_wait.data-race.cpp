// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>
int x; std::latch l{2};
int main(){ std::jthread a([]{ x=1; l.count_down(); }), b([]{ l.count_down(); x=2; }); l.wait(); return x>2; }
