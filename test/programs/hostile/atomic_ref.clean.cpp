// SPDX-License-Identifier: Apache-2.0
// right
#include <atomic>
#include <thread>
int main(){int x=0;{std::jthread t([&]{std::atomic_ref r(x);r++;}),u([&]{std::atomic_ref r(x);r++;});}return x!=2;}
