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


for families in FAMILIES.values():
    families += [borrowed, borrowed, lent_for_a_life]
