// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <dlfcn.h>
F(w){int(*f)(const char*)=dlsym(RTLD_DEFAULT,"atoi");assert(f&&f("3")==3);return 0;}
int main(void){GO(t,w);w(0);J(t);return 0;}
