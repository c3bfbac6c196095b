// SPDX-License-Identifier: Apache-2.0
// right: a program has no alternate signal stack unless it sets one
#include <signal.h>
int main(void){stack_t o;sigaltstack(0,&o);return !(o.ss_flags&SS_DISABLE);}
