// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <unistd.h>
#include <semaphore>
std::binary_semaphore s{0},w{0};
struct T{ int v=0; ~T(){ if(v) _exit(v); } }; thread_local T t;
int main(){ std::thread a([]{ t.v=3; w.release(); s.acquire(); }); a.detach(); w.acquire(); s.release(); return 0; }
