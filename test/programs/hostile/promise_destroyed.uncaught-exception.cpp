// SPDX-License-Identifier: Apache-2.0
// wrong: promise destroyed by main as soon as future ready, while set_value still in it? (set_value on promise owned by main's stack; f.get returns; p destroyed before thread's set_value returned) - no join before p's end.
#include <future>
#include <thread>
#include <memory>
int main(){auto p=std::make_unique<std::promise<void>>();auto f=p->get_future();std::thread t([q=p.get()]{q->set_value();q->get_future();});f.get();p.reset();t.join();return 0;}
