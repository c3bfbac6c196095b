// SPDX-License-Identifier: Apache-2.0
#include <system_error>
#include <thread>
int main(){auto*e=new std::system_error(std::make_error_code(std::errc::io_error),"while doing something");const char*w=e->what();std::thread a([e]{delete e;});volatile char c=w[0];(void)c;a.join();}
