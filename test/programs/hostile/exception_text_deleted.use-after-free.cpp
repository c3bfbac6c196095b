// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <thread>
int main(){auto*e=new std::runtime_error("a text that is long enough");const char*w=e->what();
 std::thread a([e]{delete e;});
 volatile char c=w[0];(void)c;
 a.join();}
