#include <string>
#include <thread>
std::string s;
int main() { std::thread t([] { s += 'x'; }); unsigned long n = s.size(); t.join(); return n > 1; }
