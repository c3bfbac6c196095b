// SPDX-License-Identifier: Apache-2.0
#include <future>
int main(){ auto f=std::async(std::launch::async,[]{ return 1; }); while(f.wait_for(std::chrono::milliseconds(1))!=std::future_status::ready); return f.get()-1; }
