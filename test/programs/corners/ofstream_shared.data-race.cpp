// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <thread>
int main(){ std::ofstream o("/dev/null"); std::thread t([&]{ o << 1; }); o << "x"; t.join(); }
