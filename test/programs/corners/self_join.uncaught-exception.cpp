// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <semaphore>
std::thread* t; std::binary_semaphore go{0}, done{0};
int main(){ std::thread x([]{ go.acquire(); t->join(); done.release(); }); t = &x; go.release(); done.acquire(); x.detach(); }
