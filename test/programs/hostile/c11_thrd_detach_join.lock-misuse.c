// SPDX-License-Identifier: Apache-2.0
#include <threads.h>
int f(void *u) { (void)u; return 0; }
int main(void) { thrd_t a; thrd_create(&a, f, 0); thrd_detach(a); thrd_join(a, 0); return 0; }
