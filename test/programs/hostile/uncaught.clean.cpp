// SPDX-License-Identifier: Apache-2.0
// right: uncaught_exceptions is per thread, also when threads switch in a destructor during unwinding
#include <exception>
#include <semaphore.h>
#include <thread>
#include <atomic>
sem_t a,b;int bad;
struct D{~D(){sem_post(&a);sem_wait(&b);if(std::uncaught_exceptions()!=1)bad=1;}};
int main(){sem_init(&a,0,0);sem_init(&b,0,0);std::thread t([]{try{D d;throw 1;}catch(int){}});sem_wait(&a);int u=std::uncaught_exceptions();try{throw 2;}catch(int e){if(e!=2)u=1;}sem_post(&b);t.join();return bad||u;}
