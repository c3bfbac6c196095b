#include <sstream>
#include <iomanip>
#include <ctime>
#include <thread>
std::tm m{}; int main(){ std::thread t([]{ std::istringstream o("2020"); o>>std::get_time(&m,"%Y"); }); int y=m.tm_year; t.join(); return y==3; }
