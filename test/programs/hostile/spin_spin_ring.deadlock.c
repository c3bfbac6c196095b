// SPDX-License-Identifier: Apache-2.0
// spin lock and mutex in a ring with a joined helper
#include "terse.h"
static pthread_spinlock_t s; static M m=MI; T(h){ pthread_spin_lock(&s); pthread_spin_unlock(&s); return 0; }
T(w){ pthread_spin_lock(&s); L(m); U(m); pthread_spin_unlock(&s); return 0; }
int main(){ pthread_spin_init(&s,0); P a,b; GO(a,w); L(m); GO(b,h); J(b); U(m); J(a); return 0; }
