# SPDX-License-Identifier: Apache-2.0
"""Families about the ends of lives: what lies on a stack, or belongs to a thread, and others use."""
from whole_program_rows import FAMILIES, Family, add_to_r, mutex_object, say


def borrowed(maker):
    """A local variable, of a block or of a function, that others may use while it is lent: it is taken back in time, or not."""
    p, lend = maker.fresh("lent") + "$", maker.fresh("lend")
    m, _ = mutex_object(maker, "normal")
    lock, unlock = f"pthread_mutex_lock(&{m});", f"pthread_mutex_unlock(&{m});"
    give, take_back = f"__atomic_store_n(&{p}, &own, __ATOMIC_RELEASE);", f"__atomic_store_n(&{p}, (uint32_t*)0, __ATOMIC_RELEASE);"
    in_time = f"uint32_t own = 1; {lock} {give} {unlock} {lock} {take_back} {unlock}"
    array, give_array = "uint32_t own[1 + r % 2]; own[0] = 1;", give.replace("&own", "&own[0]")
    maker.add([f"static uint32_t* {p};", f"static unsigned {lend}$(void);"],
              functions=[f"__attribute__((noinline)) static unsigned {lend}$(void) {{ {in_time} return own; }}"])
    use = f"uint32_t* b = __atomic_load_n(&{p}, __ATOMIC_ACQUIRE); if (b) ++*b;"
    look = f"{{ uint32_t* b = __atomic_load_n(&{p}, __ATOMIC_ACQUIRE); if (b) {add_to_r('*b')} }}"
    return Family([say(f"{{ {in_time} {add_to_r('own')} }}", cost=3), say(add_to_r(f"{lend}$()"), cost=3), say(f"{{ {lock} {use} {unlock} }}", cost=2),
                   say(f"{{ {array} {lock} {give_array} {unlock} {lock} {take_back} {unlock} {add_to_r('own[0]')} }}", cost=3)],
                  [say(look), say(f"{{ uint32_t own = 1; {give} {take_back} }}", cost=2), say(f"{{ {array} {give_array} {take_back} }}", cost=2)])


def lent_for_a_life(maker):
    """A thread-local variable whose address others have."""
    t, p = maker.fresh("tl") + "$", maker.fresh("lent") + "$"
    m, _ = mutex_object(maker, "normal")
    maker.add([f"static {'_Thread_local' if maker.language == 'c' else 'thread_local'} uint32_t {t};"])
    maker.add([f"static uint32_t* {p};"])
    guarded = lambda text: say(f"{{ pthread_mutex_lock(&{m}); {text} pthread_mutex_unlock(&{m}); }}", cost=2)
    return Family([guarded(f"{p} = &{t}; {p} = 0;"), guarded(f"if ({p}) ++*{p};"), say(f"{t}++; {add_to_r(t)}", cost=0)], [guarded(f"{p} = &{t};")])


def ended_while_left(maker):
    """A condition or a barrier that ends while threads are about to return from it: destroyed before, which waits for them, or not."""
    m, _ = mutex_object(maker, "normal")
    c, x, b = maker.fresh("ending") + "$", maker.variable(), maker.fresh("ending") + "$"
    lock, unlock = f"pthread_mutex_lock(&{m});", f"pthread_mutex_unlock(&{m});"
    maker.add([f"static pthread_cond_t* {c};"], begin=[f"{c} = (pthread_cond_t*)malloc(sizeof *{c}); pthread_cond_init({c}, 0);"],
              end=[f"if ({c}) {{ pthread_cond_destroy({c}); free({c}); {c} = 0; }}"])
    maker.add([f"static pthread_barrier_t* {b};"], begin=[f"{b} = (pthread_barrier_t*)malloc(sizeof *{b}); pthread_barrier_init({b}, 0, 2);"],
              end=[f"if ({b}) {{ pthread_barrier_destroy({b}); free({b}); {b} = 0; }}"])
    wait = lambda call: say(f"{{ {lock} pthread_cond_t* c = {c}; if (c && {x} == 0) {call} {unlock} }}", cost=3)
    end = lambda text: say(f"{{ {lock} pthread_cond_t* c = {c}; {x} = 1; if (c) {{ {text} }} {unlock} }}", cost=3)
    serial = lambda text: say(f"if (pthread_barrier_wait({b}) == PTHREAD_BARRIER_SERIAL_THREAD) {{ {text} free({b}); {b} = 0; }}", cost=2)
    destroy, free, broadcast = "pthread_cond_destroy(c);", f"{c} = 0; free(c);", "pthread_cond_broadcast(c);"
    return Family([wait(f"while ({x} == 0) pthread_cond_wait(c, &{m});"), wait(f"pthread_cond_timedwait(c, &{m}, &late);"), end(broadcast),
                   end(broadcast + destroy + free), serial(f"pthread_barrier_destroy({b});")],
                  [end(broadcast + free), end(destroy + free), end(free), end(f"{broadcast} memset(c, 0, sizeof *c);"),
                   end(f"{broadcast} pthread_cond_init(c, 0);"), serial("")])


def attributes(maker):
    """What objects are made with is read by the call that makes them."""
    m, _ = mutex_object(maker, "normal")
    kind, call, value = maker.chance.choice((("mutexattr", "mutex_init", "PTHREAD_MUTEX_RECURSIVE"), ("condattr", "cond_init", "CLOCK_MONOTONIC")))
    a, own = maker.fresh("attribute") + "$", "pthread_mutex_t" if kind == "mutexattr" else "pthread_cond_t"
    maker.add([f"static pthread_{kind}_t {a};"], begin=[f"pthread_{kind}_init(&{a});"])
    make = f"{{ {own} o; pthread_{call}(&o, &{a}); pthread_{call.split('_')[0]}_destroy(&o); }}"
    change = f"pthread_{kind}_{'settype' if kind == 'mutexattr' else 'setclock'}(&{a}, {value});"
    guarded = [say(f"pthread_mutex_lock(&{m}); {text} pthread_mutex_unlock(&{m});", cost=2) for text in (make, change)]
    return Family([*guarded, say(make)] if maker.chance.random() < 0.5 else guarded, [say(change), say(make), say(f"pthread_{kind}_destroy(&{a});")])


for families in FAMILIES.values():
    families += [ended_while_left, ended_while_left, attributes]
    families += [borrowed, borrowed, lent_for_a_life]
