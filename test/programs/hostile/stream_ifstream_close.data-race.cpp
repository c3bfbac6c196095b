#include <fstream>
#include <thread>
int main(){ std::ifstream i("/dev/zero"); std::thread t([&]{ (void)i.get(); }); i.close(); t.join(); }
