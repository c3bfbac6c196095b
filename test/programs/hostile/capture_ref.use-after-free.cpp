// SPDX-License-Identifier: Apache-2.0
// wrong: lambda captures local by ref; thread moved out of function
#include <thread>
std::thread make(){int x=1;return std::thread([&]{x++;});}
int main(){make().join();return 0;}
