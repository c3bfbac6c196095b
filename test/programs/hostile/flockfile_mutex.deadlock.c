// SPDX-License-Identifier: Apache-2.0
#include "short.h"
FILE*f;pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(w){flockfile(f);LOCK(m);UNLOCK(m);funlockfile(f);return 0;}
int main(void){f=tmpfile();GO(t,w);LOCK(m);fputs("a",f);UNLOCK(m);J(t);fclose(f);return 0;}
