// SPDX-License-Identifier: Apache-2.0
// wrong: shared ostringstream
#include <sstream>
#include <thread>
int main(){std::ostringstream o;std::thread t([&]{o<<1;});o<<2;t.join();return 0;}
