// SPDX-License-Identifier: Apache-2.0
// right: ping-pong
#include <semaphore>
#include <thread>
std::binary_semaphore a(0),b(0);int x;
int main(){std::thread t([]{a.acquire();x++;b.release();});x=1;a.release();b.acquire();x++;t.join();return x!=3;}
