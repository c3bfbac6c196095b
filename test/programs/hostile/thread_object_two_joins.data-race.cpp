#include <thread>
#include <system_error>
int main(){ std::thread w([]{}); std::thread a([&]{ if(w.joinable()) try{ w.join(); }catch(std::system_error&){} }); if(w.joinable()) try{ w.join(); }catch(std::system_error&){} a.join(); }
