#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ std::ostringstream o;
 std::thread t([&]{ o<<12345; });
 if(o.view().size()==9) std::puts("x");
 t.join(); }
