// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_flag f=ATOMIC_FLAG_INIT;int x;
F(w){while(atomic_flag_test_and_set_explicit(&f,ACQ));x++;atomic_flag_clear_explicit(&f,RLX);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
