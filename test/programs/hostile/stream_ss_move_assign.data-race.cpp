#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <iterator>
#include <iomanip>
#include <string>
#include <thread>
int main(){ std::stringstream o;
 std::thread t([&]{ o<<1; });
 o=std::stringstream("q");
 t.join(); }
