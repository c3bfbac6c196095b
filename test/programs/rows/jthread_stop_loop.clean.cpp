// SPDX-License-Identifier: Apache-2.0
#include <thread>
int x;
int main(){ { std::jthread j([](std::stop_token s){ while(!s.stop_requested()) std::this_thread::yield(); x=1; }); } return x-1; }
