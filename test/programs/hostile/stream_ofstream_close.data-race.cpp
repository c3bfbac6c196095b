#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ std::ofstream o("/dev/null");
 std::thread t([&]{ o<<"abc"; });
 o.close();
 t.join(); }
