// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex a,b;int x;
int main(){std::thread t([]{std::scoped_lock l(a,b);x++;}),u([]{std::scoped_lock l(b,a);x++;});t.join();u.join();return x!=2;}
