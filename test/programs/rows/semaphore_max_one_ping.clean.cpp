// SPDX-License-Identifier: Apache-2.0
#include <semaphore>
#include <thread>
int x; std::binary_semaphore a{1},b{0};
int main(){ std::thread t([]{ for(int i=0;i<2;i++){ a.acquire(); x++; b.release(); } }); for(int i=0;i<2;i++){ b.acquire(); x++; a.release(); } t.join(); return x-4; }
