// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <unistd.h>
char*av[]={"p","-a","-b",0};
void*f(void*a){ getopt(3,av,"ab"); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int o=optind; pthread_join(t,0); return o>9; }
