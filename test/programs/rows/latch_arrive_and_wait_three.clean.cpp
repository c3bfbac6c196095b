// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>
int x[3]; std::latch l{3};
int main(){ int s[3]; { std::jthread t[3]; for(int i=0;i<3;i++) t[i]=std::jthread([i,&s]{ x[i]=i+1; l.arrive_and_wait(); s[i]=x[0]+x[1]+x[2]; }); } return s[0]+s[1]+s[2]-18; }
