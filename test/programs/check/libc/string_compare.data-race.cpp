#include <string>
#include <thread>
std::string s = "abc";
int main() { std::thread t([] { s = "de"; }); bool e = s == "abc"; t.join(); return e && s == "abc"; }
