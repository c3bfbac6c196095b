#include <string>
#include <thread>
std::string s = "abc", r = "defg";
int main() { std::thread t([] { s.swap(r); }); unsigned long n = s.size(); t.join(); return n > 4; }
