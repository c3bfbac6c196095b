#include <thread>
#include <unordered_map>
std::unordered_map<int, int> m;
int main() { std::thread t([] { m[1] = 1; }), u([] { m[2] = 2; }); t.join(); u.join(); return m.size() > 2; }
