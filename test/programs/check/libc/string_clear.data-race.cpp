#include <string>
#include <thread>
std::string s = "abc";
int main() { std::thread t([] { s.clear(); }); bool e = s.empty(); t.join(); return e && !s.empty(); }
