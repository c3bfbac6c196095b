// SPDX-License-Identifier: Apache-2.0
// Exceptions, as the Itanium C++ ABI has them: what compilers call to throw and to catch, and std::exception_ptr.
// library.h tells when it is linked.
//
// An object that is thrown stands behind its heddle_thrown, which counts who needs it. Each flight of it, one for each
// throw or rethrow_exception, is a heddle_flight: what landing pads get, and what a thread's handlers are in. First
// the frames are searched for a handler, and only if there is one they are left (machine_unwinding.cpp).
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kExceptionsLibrary = {
    "__cxa_allocate_exception __cxa_free_exception __cxa_throw __cxa_rethrow __cxa_begin_catch "
    "__cxa_end_catch "
    "_ZSt9terminatev __cxa_get_exception_ptr __cxa_init_primary_exception __cxa_current_exception_type "
    "_ZSt17current_exceptionv _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE "
    "_ZSt18uncaught_exceptionv _ZSt19uncaught_exceptionsv "
    "_ZNSt15__exception_ptr13exception_ptrC1EPv _ZNSt15__exception_ptr13exception_ptrC2EPv "
    "_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv "
    "_ZNKSt15__exception_ptr13exception_ptr6_M_getEv "
    "_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv",
    R"c(/* What throws, catches and keeps exceptions. */
void *heddle_handler(int frame, int clause);
void heddle_land(int frame, void *flight, void *type);
void heddle_uncaught(const char *type);
void abort(void);
#define NO_FRAME ((void *)1)
#define PASSES_BY ((void *)2)
#define CLEANS_UP ((void *)3)

struct heddle_type {
  void **functions;
  const char *name;
};
struct heddle_child { /* a class with one base */
  struct heddle_type own;
  struct heddle_type *base;
};
struct heddle_heir { /* a class with several bases, or virtual ones */
  struct heddle_type own;
  unsigned flags, count;
  struct {
    struct heddle_type *type;
    long place;
  } bases[];
};
struct heddle_pointer {
  struct heddle_type own;
  unsigned flags; /* 1 const, 2 volatile … */
  struct heddle_type *to;
};
WEAK void *_ZTVN10__cxxabiv123__fundamental_type_infoE[11], *_ZTVN10__cxxabiv117__class_type_infoE[11],
    *_ZTVN10__cxxabiv120__si_class_type_infoE[11], *_ZTVN10__cxxabiv121__vmi_class_type_infoE[11],
    *_ZTVN10__cxxabiv119__pointer_type_infoE[11], *_ZTVN10__cxxabiv116__enum_type_infoE[11],
    *_ZTVN10__cxxabiv120__function_type_infoE[11];
#define FUNDAMENTAL(letter) \
  WEAK struct heddle_type _ZTI##letter = {_ZTVN10__cxxabiv123__fundamental_type_infoE + 2, #letter};
FUNDAMENTAL(i) FUNDAMENTAL(j) FUNDAMENTAL(l) FUNDAMENTAL(m) FUNDAMENTAL(x) FUNDAMENTAL(y) FUNDAMENTAL(c)
FUNDAMENTAL(a) FUNDAMENTAL(h) FUNDAMENTAL(s) FUNDAMENTAL(t) FUNDAMENTAL(b) FUNDAMENTAL(d) FUNDAMENTAL(f)
FUNDAMENTAL(v) FUNDAMENTAL(Dn) FUNDAMENTAL(w)
#define POINTER(letter, bits)                                                                                       \
  WEAK struct heddle_pointer _ZTIP##letter = {{_ZTVN10__cxxabiv119__pointer_type_infoE + 2, "P" #letter}, 0,        \
                                              &_ZTI##letter};                                                       \
  WEAK struct heddle_pointer _ZTIPK##letter = {{_ZTVN10__cxxabiv119__pointer_type_infoE + 2, "PK" #letter}, 1,      \
                                               &_ZTI##letter};
POINTER(c, 1) POINTER(i, 1) POINTER(v, 1)

/* Where the part of `object`, of class `type`, that is a `want` begins; 0 if it has none that all may see. */
static char *heddle_part(struct heddle_type *type, struct heddle_type *want, char *object) {
  if (type == want) return object;
  if (type->functions == _ZTVN10__cxxabiv120__si_class_type_infoE + 2)
    return heddle_part(((struct heddle_child *)type)->base, want, object);
  if (type->functions != _ZTVN10__cxxabiv121__vmi_class_type_infoE + 2) return 0;
  struct heddle_heir *heir = (struct heddle_heir *)type;
  char *found = 0;
  for (unsigned i = 0; i < heir->count; i++) {
    long place = heir->bases[i].place;
    if (!(place & 2)) continue; /* not public */
    long offset = place >> 8;
    if (place & 1) offset = *(long *)(*(char **)object + offset);
    char *part = heddle_part(heir->bases[i].type, want, object + offset);
    if (part && found && part != found) return 0; /* ambiguous */
    if (part) found = part;
  }
  return found;
}
/* What a handler of that type gets of the object; 0 if it does not catch it. */
static void *heddle_caught(struct heddle_type *want, struct heddle_type *type, void *object) {
  if (type->functions != _ZTVN10__cxxabiv119__pointer_type_infoE + 2)
    return want ? heddle_part(type, want, object) : object;
  void *pointer = *(void **)object;
  if (!want || want == type) return pointer;
  if (want->functions != _ZTVN10__cxxabiv119__pointer_type_infoE + 2) return 0;
  struct heddle_pointer *has = (struct heddle_pointer *)type, *wanted = (struct heddle_pointer *)want;
  if (has->flags & ~wanted->flags & 7) return 0;
  if (wanted->to == &_ZTIv || wanted->to == has->to) return pointer;
  return pointer ? heddle_part(has->to, wanted->to, pointer) : 0;
}

struct heddle_thrown {
  struct heddle_type *type;
  void (*destroy)(void *);
  long users, unused;
};
struct heddle_flight {
  struct heddle_thrown *thrown;
  struct heddle_flight *outer; /* in whose handler this one was caught */
  void *seen;                  /* what the handler gets */
  int handlers;                /* that it is in; negative: on its way again */
};
static _Thread_local struct heddle_flight *heddle_handled;
static _Thread_local int heddle_flying;

WEAK void _ZSt9terminatev(void) {
  if (heddle_handled) heddle_uncaught(heddle_handled->thrown->type->name);
  abort();
}
static void heddle_release(struct heddle_thrown *thrown) {
  if (__atomic_sub_fetch(&thrown->users, 1, __ATOMIC_SEQ_CST) != 0) return;
  if (thrown->destroy) thrown->destroy(thrown + 1);
  free(thrown);
}
static int heddle_takes(void *type, struct heddle_flight *flight) {
  void *seen = heddle_caught(type, flight->thrown->type, flight->thrown + 1);
  int takes = !type || seen || (type == flight->thrown->type);
  if (takes) flight->seen = seen;
  return takes;
}
/* To the next landing pad that wants it. */
static void heddle_fly(struct heddle_flight *flight) {
  for (int frame = 0;; frame++)
    for (int clause = 0;; clause++) {
      void *type = heddle_handler(frame, clause);
      if (type == NO_FRAME) heddle_uncaught(flight->thrown->type->name);
      if (type == PASSES_BY) break;
      if (type == CLEANS_UP || heddle_takes(type, flight)) heddle_land(frame, flight, type == CLEANS_UP ? 0 : type);
    }
}
static void heddle_throw(struct heddle_flight *flight) {
  heddle_flying++;
  for (int frame = 0;; frame++)
    for (int clause = 0;; clause++) {
      void *type = heddle_handler(frame, clause);
      if (type == NO_FRAME) heddle_uncaught(flight->thrown->type->name);
      if (type == PASSES_BY || type == CLEANS_UP) break;
      if (heddle_takes(type, flight)) heddle_fly(flight);
    }
}
WEAK void heddle_resume(void *flight) { heddle_fly(flight); }

static struct heddle_flight *heddle_new_flight(struct heddle_thrown *thrown) {
  struct heddle_flight *made = malloc(sizeof *made);
  made->thrown = thrown;
  made->outer = 0;
  made->seen = 0;
  made->handlers = 0;
  return made;
}
WEAK void *__cxa_allocate_exception(size_t size) {
  struct heddle_thrown *made = malloc(sizeof *made + size);
  made->type = 0;
  made->destroy = 0;
  made->users = 0;
  return made + 1;
}
WEAK void __cxa_free_exception(void *object) { free((struct heddle_thrown *)object - 1); }
WEAK void *__cxa_init_primary_exception(void *object, void *type, void (*destroy)(void *)) {
  struct heddle_thrown *thrown = (struct heddle_thrown *)object - 1;
  thrown->type = type;
  thrown->destroy = destroy;
  return thrown;
}
WEAK void __cxa_throw(void *object, void *type, void (*destroy)(void *)) {
  struct heddle_thrown *thrown = __cxa_init_primary_exception(object, type, destroy);
  thrown->users = 1;
  heddle_throw(heddle_new_flight(thrown));
}
WEAK void __cxa_rethrow(void) {
  struct heddle_flight *flight = heddle_handled;
  if (!flight) _ZSt9terminatev();
  flight->handlers = -flight->handlers;
  heddle_throw(flight);
}
WEAK void *__cxa_get_exception_ptr(void *flight) { return ((struct heddle_flight *)flight)->seen; }
WEAK void *__cxa_begin_catch(void *caught) {
  struct heddle_flight *flight = caught;
  flight->handlers = (flight->handlers < 0 ? -flight->handlers : flight->handlers) + 1;
  heddle_flying--;
  if (flight != heddle_handled) flight->outer = heddle_handled, heddle_handled = flight;
  return flight->seen;
}
WEAK void __cxa_end_catch(void) {
  struct heddle_flight *flight = heddle_handled;
  if (!flight) return;
  if (flight->handlers < 0) {
    if (++flight->handlers == 0) heddle_handled = flight->outer;
  } else if (--flight->handlers == 0) {
    struct heddle_thrown *thrown = flight->thrown;
    heddle_handled = flight->outer;
    free(flight);
    heddle_release(thrown);
  }
}
WEAK void *__cxa_current_exception_type(void) { return heddle_handled ? heddle_handled->thrown->type : 0; }
WEAK _Bool _ZSt18uncaught_exceptionv(void) { return heddle_flying != 0; }
WEAK int _ZSt19uncaught_exceptionsv(void) { return heddle_flying; }

/* std::exception_ptr: a pointer to the object. */
WEAK void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void **pointer) {
  if (*pointer) __atomic_add_fetch(&((struct heddle_thrown *)*pointer - 1)->users, 1, __ATOMIC_SEQ_CST);
}
WEAK void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void **pointer) {
  void *object = *pointer;
  *pointer = 0;
  if (object) heddle_release((struct heddle_thrown *)object - 1);
}
WEAK void *_ZNKSt15__exception_ptr13exception_ptr6_M_getEv(void **pointer) { return *pointer; }
WEAK void *_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv(void **pointer) {
  return ((struct heddle_thrown *)*pointer - 1)->type;
}
WEAK void _ZNSt15__exception_ptr13exception_ptrC2EPv(void **pointer, void *object) {
  *pointer = object;
  _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(pointer);
}
WEAK void _ZNSt15__exception_ptr13exception_ptrC1EPv(void **pointer, void *object) {
  _ZNSt15__exception_ptr13exception_ptrC2EPv(pointer, object);
}
WEAK void _ZSt17current_exceptionv(void **pointer) {
  _ZNSt15__exception_ptr13exception_ptrC2EPv(pointer, heddle_handled ? heddle_handled->thrown + 1 : 0);
}
WEAK void _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(void **pointer) {
  if (!*pointer) _ZSt9terminatev();
  _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(pointer);
  heddle_throw(heddle_new_flight((struct heddle_thrown *)*pointer - 1));
}
)c"};

}  // namespace heddle::program
