#include <iostream>
#include <sstream>
#include <thread>
int main(){ std::ostringstream o; std::thread t([]{ std::cout<<"x"; }); auto*old=std::cout.rdbuf(o.rdbuf()); std::cout.rdbuf(old); t.join(); }
