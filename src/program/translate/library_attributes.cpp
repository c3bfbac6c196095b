// SPDX-License-Identifier: Apache-2.0
// Attributes of threads and synchronisation objects. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kAttributesLibrary = {
    "pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate pthread_attr_getdetachstate "
    "pthread_attr_setstacksize pthread_attr_getstacksize pthread_attr_setguardsize pthread_attr_setscope "
    "pthread_attr_setschedpolicy pthread_attr_setschedparam pthread_attr_setinheritsched "
    "pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype pthread_mutexattr_gettype "
    "pthread_mutexattr_setrobust pthread_mutexattr_getrobust pthread_mutexattr_setrobust_np "
    "pthread_mutexattr_setpshared pthread_mutexattr_getpshared pthread_mutexattr_setprotocol "
    "pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_setkind_np "
    "pthread_rwlockattr_getkind_np pthread_rwlockattr_setpshared pthread_condattr_init "
    "pthread_condattr_destroy pthread_condattr_setclock pthread_condattr_setpshared "
    "pthread_barrierattr_init pthread_barrierattr_destroy pthread_barrierattr_setpshared "
    "pthread_setcancelstate pthread_setcanceltype",
    R"c(/* Attributes. A mutex's and a rwlock's are kept as glibc does; of a thread's only whether it is detached counts. */
struct heddle_attributes { int detached, policy, priority, scope, inherits, guard_, stack_; long guard, stack; };
typedef struct heddle_attributes attributes;
WEAK int pthread_attr_init(attributes *a) {
  memset(a, 0, sizeof *a);
  a->stack = 8 << 20;
  return 0;
}
WEAK int pthread_attr_destroy(attributes *a) { memset(a, 0, sizeof *a); return 0; }
WEAK int pthread_attr_setdetachstate(attributes *a, int state) {
  if (state != 0 && state != 1) return 22;
  a->detached = state;
  return 0;
}
WEAK int pthread_attr_getdetachstate(const attributes *a, int *out) { *out = a->detached; return 0; }
WEAK int pthread_attr_setstacksize(attributes *a, size_t size) {
  if (size < 16384) return 22;
  a->stack = (long)size;
  return 0;
}
WEAK int pthread_attr_getstacksize(const attributes *a, size_t *out) { *out = (size_t)a->stack; return 0; }
WEAK int pthread_attr_setguardsize(attributes *a, size_t size) { a->guard = (long)size; return 0; }
WEAK int pthread_attr_setscope(attributes *a, int scope) { a->scope = scope; return scope == 0 ? 0 : scope == 1 ? 95 : 22; }
WEAK int pthread_attr_setschedpolicy(attributes *a, int policy) { a->policy = policy; return 0; }
WEAK int pthread_attr_setschedparam(attributes *a, const int *priority) { a->priority = *priority; return 0; }
WEAK int pthread_attr_setinheritsched(attributes *a, int inherits) { a->inherits = inherits; return 0; }

WEAK int pthread_mutexattr_init(unsigned *a) { *a = 0; return 0; }
WEAK int pthread_mutexattr_destroy(unsigned *a) { *a = 0; return 0; }
WEAK int pthread_mutexattr_settype(unsigned *a, int type) {
  if (type < 0 || type > 3) return 22;
  *a = (*a & ~0xFFFU) | (unsigned)type;
  return 0;
}
WEAK int pthread_mutexattr_gettype(const unsigned *a, int *out) { *out = (int)(*a & 0xFFF); return 0; }
WEAK int pthread_mutexattr_setrobust(unsigned *a, int robust) {
  if (robust != 0 && robust != 1) return 22;
  *a = (*a & ~0x40000000U) | (unsigned)robust << 30;
  return 0;
}
WEAK int pthread_mutexattr_getrobust(const unsigned *a, int *out) { *out = (int)(*a >> 30 & 1); return 0; }
WEAK int pthread_mutexattr_setrobust_np(unsigned *a, int robust) { return pthread_mutexattr_setrobust(a, robust); }
WEAK int pthread_mutexattr_setpshared(unsigned *a, int shared) {
  if (shared != 0 && shared != 1) return 22;
  *a = (*a & ~0x80000000U) | (unsigned)shared << 31;
  return 0;
}
WEAK int pthread_mutexattr_getpshared(const unsigned *a, int *out) { *out = (int)(*a >> 31); return 0; }
WEAK int pthread_mutexattr_setprotocol(unsigned *a, int protocol) {
  if (protocol < 0 || protocol > 2) return 22;
  *a = (*a & ~0x30000000U) | (unsigned)protocol << 28;
  return 0;
}
WEAK int pthread_rwlockattr_init(int *a) { a[0] = a[1] = 0; return 0; }
WEAK int pthread_rwlockattr_destroy(int *a) { a[0] = a[1] = 0; return 0; }
WEAK int pthread_rwlockattr_setkind_np(int *a, int kind) {
  if (kind < 0 || kind > 2) return 22;
  a[0] = kind;
  return 0;
}
WEAK int pthread_rwlockattr_getkind_np(const int *a, int *out) { *out = a[0]; return 0; }
WEAK int pthread_rwlockattr_setpshared(int *a, int shared) { a[1] = shared; return shared == 0 || shared == 1 ? 0 : 22; }
WEAK int pthread_condattr_init(int *a) { *a = 0; return 0; }
WEAK int pthread_condattr_destroy(int *a) { *a = 0; return 0; }
WEAK int pthread_condattr_setclock(int *a, int clock) {
  if (clock != 0 && clock != 1) return 22;
  *a = (*a & ~2) | clock << 1;
  return 0;
}
WEAK int pthread_condattr_setpshared(int *a, int shared) { *a = (*a & ~1) | shared; return shared == 0 || shared == 1 ? 0 : 22; }
WEAK int pthread_barrierattr_init(int *a) { *a = 0; return 0; }
WEAK int pthread_barrierattr_destroy(int *a) { *a = 0; return 0; }
WEAK int pthread_barrierattr_setpshared(int *a, int shared) { *a = shared; return shared == 0 || shared == 1 ? 0 : 22; }
/* Nobody is ever cancelled: pthread_cancel is not here. */
static _Thread_local int heddle_cancel_state, heddle_cancel_type;
static int heddle_set(int *kept, int value, int *old) {
  if (value != 0 && value != 1) return 22;
  if (old) *old = *kept;
  *kept = value;
  return 0;
}
WEAK int pthread_setcancelstate(int state, int *old) { return heddle_set(&heddle_cancel_state, state, old); }
WEAK int pthread_setcanceltype(int type, int *old) { return heddle_set(&heddle_cancel_type, type, old); }
)c"};

}  // namespace heddle::program
