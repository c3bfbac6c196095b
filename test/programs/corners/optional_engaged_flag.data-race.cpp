// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <thread>
std::optional<int> o;
int main(){ std::thread t([]{ o = 5; }); int v = o.value_or(5); t.join(); return v - 5; }
