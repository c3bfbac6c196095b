# SPDX-License-Identifier: Apache-2.0
"""What the threads of a made-up program do: families of objects, one for each part of the rule book.

A family makes its objects (static, on the heap, on the stack; with a static initialiser or an init call) and knows
right statements about them and wrong ones. `r` is what a thread remembers, code() turns an error number into a small
number, got() does both and tells whether a lock was taken.
"""
import dataclasses
import re


@dataclasses.dataclass
class Object:
    declaration: list
    functions: list = dataclasses.field(default_factory=list)  # of the program, below all declarations
    begin: list = dataclasses.field(default_factory=list)      # before any thread
    end: list = dataclasses.field(default_factory=list)        # after the threads that were joined
    observed: list = dataclasses.field(default_factory=list)   # part of the outcome

    def text(self):
        return "\n".join(self.declaration + self.functions + self.begin + self.end)

    def names(self):
        return re.findall(r"(\w+)\$", "\n".join(self.declaration))


@dataclasses.dataclass
class Statement:
    head: list
    body: list = dataclasses.field(default_factory=list)
    tail: list = dataclasses.field(default_factory=list)
    cost: int = 1


def say(*lines, cost=1):
    return lambda inner: Statement(list(lines), cost=cost)


def around(head, tail, cost=2):
    """A section: what is inside comes from `inner`."""
    return lambda inner: Statement([head], inner(), [tail], cost)


@dataclasses.dataclass
class Family:
    right: list
    wrong: list = dataclasses.field(default_factory=list)


class Maker:
    def __init__(self, chance, language):
        self.chance, self.language = chance, language
        self.objects, self.count = [], 0

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def add(self, *arguments, **named):
        self.objects.append(Object(*arguments, **named))
        return self.objects[-1]

    def variable(self, kind=None, shown=True):
        kind = kind or self.chance.choice(("uint8_t", "uint16_t", "uint32_t", "uint64_t"))
        name = self.fresh("x") + "$"
        self.add([f"static {kind} {name};"], observed=[name] if shown else [])
        return name

    def place(self, kind, initialiser, init, destroy, needs_init=False):
        """An object of synchronisation somewhere; `init` and `destroy` are calls with {} for its address."""
        name = self.fresh("o")
        where = self.chance.choice(("static", "static", "static", "heap", "stack"))
        ends = self.chance.random() < 0.7
        if where == "static":
            starts = needs_init or not initialiser or self.chance.random() < 0.3
            is_set = initialiser and not starts
            self.add([f"static {kind} {name}${' = ' + initialiser if is_set else ''};"],
                     begin=[init.format(f"&{name}$")] if starts else [],
                     end=[destroy.format(f"&{name}$")] if ends else [])
            return f"{name}$"
        pointer = f"{name}_p$"
        if where == "heap":
            begin = [f"{pointer} = ({kind}*)malloc(sizeof({kind}));"]
            end = [f"free((void*){pointer}); {pointer} = 0;"]
            ends = True  # else a block would be left behind with its object still in it
        else:
            begin, end = [f"{kind} {name}; {pointer} = &{name};"], []
            ends = True
        self.add([f"static {kind}* {pointer};"], begin=begin + [init.format(pointer)],
                 end=([destroy.format(pointer)] if ends else []) + end)
        return f"(*{pointer})"

    def statements(self, families, budget, mistakes, depth=0):
        made = []
        while budget > 0 and len(made) < 6:
            family = self.chance.choice(families)
            wrong = mistakes and family.wrong and self.chance.random() < 0.15
            left = []

            def inner():
                if depth == 2 or budget < 2:
                    return []
                inside = self.statements(families, self.chance.randint(0, budget - 2), mistakes, depth + 1)
                left.append(sum(cost_of(each) for each in inside))
                return inside

            statement = self.chance.choice(family.wrong if wrong else family.right)(inner)
            budget -= cost_of(statement)
            made.append(statement)
        return made


def cost_of(statement):
    return statement.cost + sum(cost_of(each) for each in statement.body)


def add_to_r(expression):
    return f"r = r * 3 + (unsigned)({expression});"


# ---- memory ----

def plain(maker):
    """Of one thread each, or read only: what races is wrong."""
    x = maker.variable()
    kind = maker.chance.choice(("uint16_t", "uint32_t", "uint64_t"))
    parts = maker.fresh("parts") + "$"
    bytes_of = {"uint16_t": 2, "uint32_t": 4, "uint64_t": 8}[kind]
    maker.add([f"static union {{ {kind} all; uint8_t at[{bytes_of}]; }} {parts};"], observed=[f"{parts}.all"])
    odd, take = odd_sizes(maker)
    return Family([say(add_to_r(x), cost=0), say("r = r * 7 + 1;", cost=0), say(add_to_r(f"{take}({odd})"), cost=0)],
                  [say(f"{x} = 3;"), say(f"{x}++;"), say(f"{parts}.at[0] = 1;"), say(f"{parts}.at[{bytes_of - 1}]++;"),
                   say(f"{parts}.all += 2;"), say(f"memset(&{parts}, 1, sizeof {parts});"),
                   say(add_to_r(f"{parts}.at[1]")), say(f"{odd}.bits += 5;"), say(f"{odd}.rest++;"), say(add_to_r(f"{odd}.bits")),
                   say(f"{odd}.more[2]++;"), say(f"__builtin_memset({odd}.more, 1, 11);"), say(f"{{ __typeof__({odd}) v = {odd}; v.bits++; {odd} = v; }}")])


def odd_sizes(maker):
    """An object with a bit field of three bytes, and a function that takes it by value."""
    odd, take = maker.fresh("odd") + "$", maker.fresh("take") + "$"
    maker.add([f"static struct {{ unsigned bits : 20; uint8_t rest; uint64_t more[3]; }} {odd};",
               f"static unsigned {take}(__typeof__({odd}) s);"], observed=[f"{odd}.bits", f"{odd}.more[1]"],
              functions=[f"__attribute__((noinline)) static unsigned {take}(__typeof__({odd}) s) {{ return s.bits + (unsigned)s.more[2]; }}"])
    return odd, take


LOADS = ("seq_cst", "seq_cst", "acquire", "relaxed")
STORES = ("seq_cst", "seq_cst", "release", "relaxed")
BOTH = ("seq_cst", "seq_cst", "acq_rel", "release", "acquire", "relaxed")


def atomics(maker):
    style = maker.chance.choice(("c11", "builtin", "sync") if maker.language == "c" else ("std", "std", "builtin"))
    kind = maker.chance.choice(("uint8_t", "uint16_t", "uint32_t", "uint32_t", "uint64_t"))
    right = []
    for _ in range(maker.chance.choice((1, 1, 2))):
        a = maker.fresh("a") + "$"
        right += {"c11": c11_atomic, "builtin": builtin_atomic, "sync": sync_atomic, "std": std_atomic}[style](maker, a, kind)
    plainly = [say(f"{a}++;")] if style in ("builtin", "sync") else []
    return Family(right, plainly)


def exchange_lines(kind, expected, call):
    return f"{{ {kind} was = {expected}; r = r * 5 + {call} * 2 + was; }}"


def c11_atomic(maker, a, kind):
    maker.add([f"static _Atomic {kind} {a};"], observed=[f"atomic_load_explicit(&{a}, memory_order_relaxed)"])
    pick, order = maker.chance.choice, lambda orders: "memory_order_" + maker.chance.choice(orders)
    made = [say(add_to_r(f"atomic_load_explicit(&{a}, {order(LOADS)})")), say(f"atomic_store_explicit(&{a}, {pick((1, 2))}, {order(STORES)});"),
            say(f"atomic_store(&{a}, r + 1);"), say(add_to_r(f"{a}++")),
            say(add_to_r(f"atomic_exchange_explicit(&{a}, {pick((1, 2, 3))}, {order(BOTH)})"))]
    for which in ("add", "sub", "or", "and", "xor"):
        made.append(say(add_to_r(f"atomic_fetch_{which}_explicit(&{a}, {pick((1, 2, 3))}, {order(BOTH)})")))
    for which in ("strong", "strong", "weak"):
        made.append(say(exchange_lines(kind, pick((0, 1, 2)), f"atomic_compare_exchange_{which}_explicit(&{a}, &was, {pick((1, 2, 3))}, {order(BOTH)}, {order(('seq_cst', 'relaxed', 'acquire'))})")))
        made.append(say(exchange_lines(kind, pick((0, 1, 2)), f"atomic_compare_exchange_{which}(&{a}, &was, {pick((1, 2, 3))})")))
    return made + [say("atomic_thread_fence(memory_order_seq_cst);")]


def builtin_atomic(maker, a, kind):
    maker.add([f"static {kind} {a};"], observed=[f"__atomic_load_n(&{a}, __ATOMIC_RELAXED)"])
    pick, order = maker.chance.choice, lambda orders: "__ATOMIC_" + maker.chance.choice(orders).upper()
    made = [say(add_to_r(f"__atomic_load_n(&{a}, {order(LOADS)})")), say(f"__atomic_store_n(&{a}, {pick((1, 2))}, {order(STORES)});"),
            say(add_to_r(f"__atomic_exchange_n(&{a}, {pick((1, 2, 3))}, {order(BOTH)})")),
            say(add_to_r(f"__atomic_add_fetch(&{a}, {pick((1, 2, 3))}, {order(BOTH)})")),
            say(add_to_r(f"__atomic_fetch_nand(&{a}, {pick((1, 2, 3))}, {order(BOTH)})"))]
    for weak in ("0", "0", "1"):
        made.append(say(exchange_lines(kind, pick((0, 1, 2)), f"__atomic_compare_exchange_n(&{a}, &was, {pick((1, 2, 3))}, {weak}, {order(BOTH)}, __ATOMIC_RELAXED)")))
    return made


def sync_atomic(maker, a, kind):
    maker.add([f"static {kind} {a};"], observed=[f"__atomic_load_n(&{a}, __ATOMIC_RELAXED)"])
    pick = maker.chance.choice
    return [say(add_to_r(f"__sync_fetch_and_add(&{a}, {pick((1, 2))})")), say(add_to_r(f"__sync_sub_and_fetch(&{a}, 1)")),
            say(add_to_r(f"__sync_bool_compare_and_swap(&{a}, {pick((0, 1))}, {pick((1, 2))})")),
            say(add_to_r(f"__sync_val_compare_and_swap(&{a}, {pick((0, 1))}, {pick((1, 2))})")),
            say(add_to_r(f"__sync_lock_test_and_set(&{a}, 1)")), say(f"__sync_lock_release(&{a});")]


def std_atomic(maker, a, kind):
    maker.add([f"static std::atomic<{kind}> {a};"], observed=[f"{a}.load(std::memory_order_relaxed)"])
    pick, order = maker.chance.choice, lambda orders: "std::memory_order_" + maker.chance.choice(orders)
    made = [say(add_to_r(f"{a}.load({order(LOADS)})")), say(f"{a}.store({pick((1, 2))}, {order(STORES)});"), say(f"{a} = r + 1;"),
            say(add_to_r(f"{a}++")), say(add_to_r(f"{a}.exchange({pick((1, 2, 3))}, {order(BOTH)})")),
            say(add_to_r(f"{a}.fetch_add({pick((1, 2))}, {order(BOTH)})")), say(add_to_r(f"{a}.fetch_xor({pick((1, 2))})")),
            say(f"{a}.notify_one();"), say(f"{a} = 1; {a}.notify_all();", cost=2)]
    if maker.chance.random() < 0.4:
        made.append(say(f"{a}.wait(0);", cost=2))
    for which in ("strong", "strong", "weak"):
        made.append(say(exchange_lines(kind, pick((0, 1, 2)), f"{a}.compare_exchange_{which}(was, {pick((1, 2, 3))}, {order(BOTH)})")))
    return made


def exchanged_in_vain(maker):
    """A compare-exchange that fails is a load: it stands beside plain reads."""
    x = maker.variable("uint32_t")
    attempt = lambda expected, weak: say(f"{{ uint32_t was = {expected}; {add_to_r(f'__atomic_compare_exchange_n(&{x}, &was, 1, {weak}, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)')} }}")
    return Family([attempt(7, 0), attempt(7, 1), say(add_to_r(x), cost=0)], [attempt(0, 0), attempt(1, 1), say(f"{x}++;")])


def published(maker):
    """Data handed over by a flag: right or wrong by the orders."""
    x, f = maker.variable("uint32_t"), maker.fresh("f") + "$"
    maker.add([f"static unsigned {f};"], observed=[f])
    stores, loads = maker.chance.choice(((["SEQ_CST", "RELEASE"], ["SEQ_CST", "ACQUIRE"]), (["RELEASE", "RELAXED"], ["ACQUIRE", "RELAXED"])))
    pick = maker.chance.choice
    give = say(f"if (__atomic_exchange_n(&{f}, 1, __ATOMIC_ACQ_REL) == 0) {{ {x}++; __atomic_store_n(&{f}, 2, __ATOMIC_{pick(stores)}); }}", cost=2)
    take = say(f"if (__atomic_load_n(&{f}, __ATOMIC_{pick(loads)}) == 2) {add_to_r(x)}")
    claim = say(f"{{ unsigned was = 2; if (__atomic_compare_exchange_n(&{f}, &was, 3, 0, __ATOMIC_{pick(['ACQ_REL', 'ACQUIRE'])}, __ATOMIC_RELAXED)) {{ {x} += 2; __atomic_store_n(&{f}, 0, __ATOMIC_{pick(stores)}); }} }}", cost=2)
    return Family([give, give, take, claim] if pick((0, 1)) else [give, take], [say(f"{x} = 9;"), say(f"__atomic_store_n(&{f}, 2, __ATOMIC_RELAXED);")])


def handed_over(maker):
    """A block that goes from thread to thread, and is freed."""
    p = maker.fresh("p") + "$"
    maker.add([f"static uint32_t* {p};"], begin=[f"{p} = (uint32_t*)malloc(4); *{p} = 1;"],
              end=[f"free(__atomic_exchange_n(&{p}, (uint32_t*)0, __ATOMIC_SEQ_CST));"])
    order = maker.chance.choice(("ACQ_REL", "SEQ_CST", "SEQ_CST"))
    take = f"uint32_t* b = __atomic_exchange_n(&{p}, (uint32_t*)0, __ATOMIC_{order});"
    return Family([say(f"{{ {take} if (b) {{ {add_to_r('*b')} free(b); }} }}"),
                   say(f"{{ {take} if (b) {{ ++*b; __atomic_store_n(&{p}, b, __ATOMIC_RELEASE); }} }}", cost=2)],
                  [say(f"{{ uint32_t* b = __atomic_load_n(&{p}, __ATOMIC_ACQUIRE); if (b) {add_to_r('*b')} }}"),
                   say(f"{{ uint32_t* b = __atomic_load_n(&{p}, __ATOMIC_ACQUIRE); if (b) {{ __atomic_store_n(&{p}, (uint32_t*)0, __ATOMIC_SEQ_CST); free(b); }} }}", cost=2),
                   say(f"{{ {take} if (b) {{ free(b); __atomic_store_n(&{p}, b, __ATOMIC_RELEASE); }} }}", cost=2)])


def linked(maker):
    """A stack of nodes: what a node points to at first is what its maker has read. Nobody frees one."""
    s, pick = maker.fresh("s") + "$", maker.chance.choice
    load, take, success = pick((("SEQ_CST", "SEQ_CST", "SEQ_CST"), ("RELAXED", "ACQUIRE", "ACQ_REL")))
    exchange = lambda new, weak, failure: f"__atomic_compare_exchange_n(&{s}, &was, {new}, {weak}, __ATOMIC_{success}, __ATOMIC_{failure})"
    node = f"struct node_{s}"
    maker.add([f"{node} {{ {node}* next; uint32_t value; }};", f"static {node}* {s};", f"static void add_{s}(uint32_t value);",
               f"static uint32_t take_{s}(void);", f"static uint32_t all_{s}(void);"],
              functions=[f"static void add_{s}(uint32_t value) {{ {node}* made = ({node}*)malloc(sizeof *made); made->value = value; "
                         f"{node}* was = __atomic_load_n(&{s}, __ATOMIC_{load}); made->next = was; while (!{exchange('made', 0, load)}) made->next = was; }}",
                         f"static uint32_t take_{s}(void) {{ {node}* was = __atomic_load_n(&{s}, __ATOMIC_{take}); "
                         f"while (was && !{exchange(f'__atomic_load_n(&was->next, __ATOMIC_{load})', pick((0, 1)), take)}) {{ }} return was ? was->value : 0; }}",
                         f"static uint32_t all_{s}(void) {{ uint32_t sum = 0; for ({node}* at = {s}; at; at = at->next) sum = 3 * sum + at->value; return sum; }}"],
              observed=[f"all_{s}()"])
    return Family([say(f"add_{s}({pick((1, 2, 3))});", cost=2), say(f"add_{s}(r % 3 + 1);", cost=2), say(add_to_r(f"take_{s}()"), cost=2)],
                  [say(f"{s} = 0;"), say(f"{{ {node}* was = __atomic_load_n(&{s}, __ATOMIC_RELAXED); if (was) was->value++; }}")])


# ---- locks ----

MUTEXES = {"normal": "PTHREAD_MUTEX_INITIALIZER", "recursive": "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
           "errorcheck": "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP", "adaptive": "PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP",
           "robust": "", "robust_errorcheck": ""}


def mutex_object(maker, kind=None):
    kind = kind or maker.chance.choice(("normal", "normal", "normal", "recursive", "errorcheck", "adaptive", "robust", "robust_errorcheck"))
    return maker.place("pthread_mutex_t", MUTEXES[kind], f"make_mutex({{}}, kind_{kind});", "pthread_mutex_destroy({});"), kind


def mutex(maker):
    m, kind = mutex_object(maker)
    x = maker.variable()
    lock, unlock = f"pthread_mutex_lock(&{m})", f"pthread_mutex_unlock(&{m})"
    section = lambda head: lambda inner: Statement([head], [Statement([f"{x}++;"], cost=0)] + inner(), [unlock + "; }"], 2)
    timed = [f"pthread_mutex_timedlock(&{m}, &{time})" for time in ("past", "late", "wrong")] + \
            [f"pthread_mutex_clocklock(&{m}, CLOCK_MONOTONIC, &{time})" for time in ("past", "late")]
    right = [section(f"{{ {lock};")] * 3 + [section(f"if (got(&r, {lock})) {{"), section(f"if (got(&r, pthread_mutex_trylock(&{m}))) {{"),
             section(f"if (got(&r, pthread_mutex_trylock(&{m}))) {{"), section(f"if (got(&r, {maker.chance.choice(timed)})) {{"),
             say(f"{lock}; {add_to_r(x)} {unlock};", cost=2)]
    if kind == "recursive":
        right.append(around(f"{lock}; {lock};", f"{x}++; {unlock}; {unlock};", 4))
    if kind == "errorcheck":
        right += [say(f"{lock}; {add_to_r(f'code({lock})')} {unlock};", cost=3), say(add_to_r(f"code({unlock})"))]
    if kind.startswith("robust"):
        right += [say(f"{{ int e = {lock}; {add_to_r('code(e)')} if (e == EOWNERDEAD) {add_to_r(f'code(pthread_mutex_consistent(&{m}))')} if (e == 0 || e == EOWNERDEAD) {unlock}; }}", cost=2),
                  say(f"if (got(&r, {lock})) return 0;"), say(add_to_r(f"code(pthread_mutex_consistent(&{m}))"))]
    wrong = [say(f"{unlock};"), say(f"if (got(&r, {lock})) {add_to_r(f'code({lock})')}", cost=2), say(f"{lock}; return 0;"), say(f"{x}++;"),
             say(f"pthread_mutex_destroy(&{m});"), say(f"make_mutex(&{m}, kind_{kind});"), rewritten(m),
             say(f"(void)*(volatile unsigned char*)&{m};"), say(f"if (pthread_mutex_trylock(&{m})) {{ {unlock}; }}"), *early_end(m),
             *touched_within(lock, unlock, m)]
    if kind.startswith("robust"):  # whoever cannot have it any more does without
        wrong.append(say(f"{{ int e = {lock}; {x}++; if (e == 0 || e == EOWNERDEAD) {unlock}; }}", cost=2))
    return Family(right, wrong)


def rewritten(lvalue):
    """A plain write of a byte of the object: as it was."""
    return say(rewriting(lvalue))


def rewriting(lvalue):
    return f"{{ volatile unsigned char* b = (volatile unsigned char*)&{lvalue}; *b = *b; }}"


def touched_within(lock, unlock, lvalue):
    """By the holder of the lock, in its own bytes: those who wait for it use them."""
    return [say(f"if (({lock}) == 0) {{ {each} {unlock}; }}", cost=2) for each in (rewriting(lvalue), f"(void)*(volatile unsigned char*)&{lvalue};")]


def early_end(lvalue):
    pointer = re.fullmatch(r"\(\*(\w+\$)\)", lvalue)
    return [say(f"free((void*){pointer[1]});")] if pointer else []


def c11_mutex(maker):
    kind = maker.chance.choice(("mtx_plain", "mtx_recursive", "mtx_timed"))
    m, x = maker.place("mtx_t", "", f"mtx_init({{}}, {kind});", "mtx_destroy({});"), maker.variable()
    c = maker.place("cnd_t", "", "cnd_init({});", "cnd_destroy({});")
    section = lambda head: lambda inner: Statement([head], [Statement([f"{x}++;"], cost=0)] + inner(), [f"mtx_unlock(&{m}); }}"], 2)
    return Family([section(f"{{ mtx_lock(&{m});"), section(f"if (got(&r, thrd(mtx_trylock(&{m})))) {{"),
                   section(f"if (got(&r, thrd(mtx_timedlock(&{m}, &{maker.chance.choice(('past', 'late'))})))) {{") if kind == "mtx_timed" else section(f"{{ mtx_lock(&{m});"),
                   say(f"mtx_lock(&{m}); while ({x} == 0) cnd_wait(&{c}, &{m}); mtx_unlock(&{m});", cost=3),
                   say(f"mtx_lock(&{m}); if ({x} == 0) {add_to_r(f'thrd(cnd_timedwait(&{c}, &{m}, &late))')} mtx_unlock(&{m});", cost=3),
                   say(f"mtx_lock(&{m}); {x}++; cnd_signal(&{c}); mtx_unlock(&{m});", cost=3),
                   say(f"mtx_lock(&{m}); {x} += 2; mtx_unlock(&{m}); cnd_broadcast(&{c});", cost=3)],
                  [say(f"mtx_unlock(&{m});"), say(f"mtx_destroy(&{m});"), say(f"cnd_destroy(&{c});"), say(f"{x}++;"), say(f"mtx_init(&{m}, {kind});"), say(f"mtx_lock(&{m});")])


def rwlock(maker):
    prefers = maker.chance.choice(("", "", "writer"))
    m = maker.place("pthread_rwlock_t", "PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP" if prefers else "PTHREAD_RWLOCK_INITIALIZER",
                    f"make_rwlock({{}}, {int(bool(prefers))});", "pthread_rwlock_destroy({});")
    x = maker.variable()
    unlock = f"pthread_rwlock_unlock(&{m})"
    write = lambda head: lambda inner: Statement([head], [Statement([f"{x}++;"], cost=0)] + inner(), [unlock + "; }"], 2)
    read = lambda head: lambda inner: Statement([head], [Statement([add_to_r(x)], cost=0)] + inner(), [unlock + "; }"], 2)
    times = maker.chance.choice(("past", "late", "wrong"))
    call = lambda name, rest="": f"pthread_rwlock_{name}(&{m}{rest})"
    return Family([write(f"{{ {call('wrlock')};"), read(f"{{ {call('rdlock')};"), write(f"if (got(&r, {call('trywrlock')})) {{"), read(f"if (got(&r, {call('tryrdlock')})) {{"),
                   read(f"if (got(&r, {call('rdlock')})) {{"), write(f"if (got(&r, {call('wrlock')})) {{"),
                   write(f"if (got(&r, {call('timedwrlock', f', &{times}')})) {{"), read(f"if (got(&r, {call('timedrdlock', f', &{times}')})) {{"),
                   write(f"if (got(&r, {call('clockwrlock', f', CLOCK_REALTIME, &{times}')})) {{"), read(f"if (got(&r, {call('clockrdlock', f', CLOCK_MONOTONIC, &{times}')})) {{")],
                  [say(f"{unlock};"), say(f"{call('rdlock')};"), say(f"{call('wrlock')}; return 0;"), say(f"{call('rdlock')}; {x}++; {unlock};", cost=2),
                   say(f"{call('destroy')};"), say(f"make_rwlock(&{m}, 0);"), say(f"{x} = 1;"), rewritten(m),
                   say(f"if (got(&r, {call('wrlock')})) {{ {add_to_r('code(' + call('rdlock') + ')')} {unlock}; }}", cost=2), *early_end(m),
                   *touched_within(call("wrlock"), unlock, m)])


def spin(maker):
    m, x = maker.place("pthread_spinlock_t", "", "pthread_spin_init({}, 0);", "pthread_spin_destroy({});"), maker.variable()
    section = lambda head: lambda inner: Statement([head], [Statement([f"{x}++;"], cost=0)] + inner(), [f"pthread_spin_unlock(&{m}); }}"], 2)
    return Family([section(f"{{ pthread_spin_lock(&{m});")] * 2 + [section(f"if (got(&r, pthread_spin_trylock(&{m}))) {{")],
                  [say(f"pthread_spin_unlock(&{m});"), say(f"pthread_spin_lock(&{m}); return 0;"), say(f"pthread_spin_destroy(&{m});"), say(f"pthread_spin_init(&{m}, 0);"),
                   say(f"{x}++;"), say(f"(void)*(volatile unsigned char*)&{m};"), *early_end(m),
                   *touched_within(f"pthread_spin_lock(&{m})", f"pthread_spin_unlock(&{m})", m)])


# ---- waiting ----

def condition(maker):
    m, kind = mutex_object(maker, maker.chance.choice(("normal", "normal", "normal", "recursive", "errorcheck", "robust")))
    c = maker.place("pthread_cond_t", "PTHREAD_COND_INITIALIZER", "pthread_cond_init({}, 0);", "pthread_cond_destroy({});")
    x = maker.variable()
    lock, unlock, wait = f"pthread_mutex_lock(&{m});", f"pthread_mutex_unlock(&{m});", f"pthread_cond_wait(&{c}, &{m})"
    time = maker.chance.choice(("late", "late", "past", "wrong"))
    timed = maker.chance.choice((f"pthread_cond_timedwait(&{c}, &{m}, &{time})", f"pthread_cond_clockwait(&{c}, &{m}, CLOCK_MONOTONIC, &{time})"))
    wake = maker.chance.choice(("signal", "broadcast"))
    other, _ = mutex_object(maker, "normal")
    return Family([say(f"{lock} while ({x} == 0) {wait}; {x}--; {unlock}", cost=3), say(f"{lock} while ({x} == 0) {wait}; {unlock}", cost=3),
                   say(f"{lock} {x}++; pthread_cond_{wake}(&{c}); {unlock}", cost=3), say(f"{lock} {x} = 1; {unlock} pthread_cond_{wake}(&{c});", cost=3),
                   say(f"{lock} {x}++; pthread_cond_broadcast(&{c}); {unlock}", cost=3),
                   say(f"{lock} if ({x} == 0) {add_to_r(f'code({timed})')} {add_to_r(x)} {unlock}", cost=3), say(f"{lock} {x} += 2; {unlock}", cost=2),
                   say(f"for (int i = 0; i < 3; ++i) {{ {lock} while ({x} == 0) if ({timed} != 0) break; {unlock} }}", cost=6)],
                  [say(f"{lock} if ({x} == 0) {wait}; {add_to_r(x)} {unlock}", cost=3), say(f"{lock} {wait}; {unlock}", cost=3), say(f"pthread_cond_signal(&{c});"),
                   say(add_to_r(f"code({wait})")), say(f"pthread_mutex_lock(&{other}); pthread_cond_wait(&{c}, &{other}); pthread_mutex_unlock(&{other});", cost=3),
                   say(f"pthread_cond_destroy(&{c});"), say(f"pthread_cond_init(&{c}, 0);"), say(f"{x} = 1;"), *early_end(c),
                   say(f"{lock} {lock} while ({x} == 0) {wait}; {unlock} {unlock}", cost=4) if kind == "recursive" else say(f"{unlock}")])


def semaphore(maker):
    value = maker.chance.choice((0, 0, 1, 2))
    s = maker.place("sem_t", "", f"sem_init({{}}, 0, {value});", "sem_destroy({});")
    x = maker.variable()
    tell = lambda call: add_to_r(f"{call} == 0 ? 0 : code(errno)")
    time = maker.chance.choice(("past", "late", "wrong"))
    right = [say(f"sem_post(&{s});"), say(f"sem_post(&{s});"), say(f"sem_wait(&{s});"), say(tell(f"sem_trywait(&{s})")), say(tell(f"sem_timedwait(&{s}, &{time})")),
             say(tell(f"sem_clockwait(&{s}, CLOCK_MONOTONIC, &{time})")), say(f"{{ int v; sem_getvalue(&{s}, &v); {add_to_r('v')} }}")]
    if value == 1:
        right += [lambda inner: Statement([f"sem_wait(&{s});"], [Statement([f"{x}++;"], cost=0)] + inner(), [f"sem_post(&{s});"], 2)] * 3
    return Family(right, [say(f"{x}++;"), say(f"sem_destroy(&{s});"), say(f"sem_init(&{s}, 0, 1);"), rewritten(s), *early_end(s)])


def barrier(maker):
    b = maker.place("pthread_barrier_t", "", f"pthread_barrier_init({{}}, 0, {maker.chance.choice((1, 2, 2, 2, 3))});", "pthread_barrier_destroy({});")
    x = maker.variable()
    wait = f"pthread_barrier_wait(&{b})"
    return Family([say(f"{wait};"), say(add_to_r(f"{wait} == PTHREAD_BARRIER_SERIAL_THREAD")), say(f"if ({wait} == PTHREAD_BARRIER_SERIAL_THREAD) {x}++; {wait};", cost=2)],
                  [say(f"{wait}; {x}++;"), say(f"pthread_barrier_destroy(&{b});"), say(f"pthread_barrier_init(&{b}, 0, 2);"), *early_end(b)])


def once(maker):
    x, o, f = maker.variable("uint32_t"), maker.fresh("once") + "$", maker.fresh("routine") + "$"
    c11 = maker.language == "c" and maker.chance.random() < 0.3
    maker.add([f"static {'once_flag' if c11 else 'pthread_once_t'} {o} = {'ONCE_FLAG_INIT' if c11 else 'PTHREAD_ONCE_INIT'};", f"static void {f}(void);"],
              functions=[f"static void {f}(void) {{ {x}++; }}"])
    call = f"{'call_once' if c11 else 'pthread_once'}(&{o}, {f});"
    return Family([say(call), say(f"{call} {add_to_r(x)}")], [say(add_to_r(x)), say(f"{x}++;"), rewritten(o)])


def own_futex(maker):
    w = maker.fresh("w") + "$"
    maker.add([f"static unsigned {w};"], observed=[f"__atomic_load_n(&{w}, __ATOMIC_RELAXED)"])
    return Family([say(f"__atomic_store_n(&{w}, 1, __ATOMIC_SEQ_CST); syscall(SYS_futex, &{w}, FUTEX_WAKE, 1, 0, 0, 0);", cost=2),
                   say(f"while (__atomic_load_n(&{w}, __ATOMIC_SEQ_CST) == 0) syscall(SYS_futex, &{w}, FUTEX_WAIT, 0, 0, 0, 0);", cost=2),
                   say(add_to_r(f"__atomic_load_n(&{w}, __ATOMIC_SEQ_CST)"))])


# ---- threads' own memory, libc ----

def own_memory(maker):
    t, x = maker.fresh("tl") + "$", maker.variable("uint32_t")
    k = maker.fresh("key") + "$"
    maker.add([f"static {'_Thread_local' if maker.language == 'c' else 'thread_local'} unsigned {t};"])
    maker.add([f"static pthread_key_t {k};", f"static void gone_{k}(void* v);"], functions=[f"static void gone_{k}(void* v) {{ __atomic_fetch_add((uint32_t*)v, 1, __ATOMIC_SEQ_CST); }}"],
              begin=[f"pthread_key_create(&{k}, gone_{k});"], end=[f"pthread_key_delete({k});"])
    a = maker.fresh("a") + "$"
    maker.add([f"static uint32_t {a};"], observed=[f"__atomic_load_n(&{a}, __ATOMIC_SEQ_CST)"])
    return Family([say(f"{t}++; {add_to_r(t)}", cost=0), say(f"pthread_setspecific({k}, &{a});"), say(add_to_r(f"pthread_getspecific({k}) != 0"), cost=0),
                   say(add_to_r(f"__atomic_load_n(&{a}, __ATOMIC_SEQ_CST)"))], [say(f"{x} = {t};"), say(f"{a}++;")])


def libc(maker):
    m, _ = mutex_object(maker, "normal")
    x, text = maker.variable("uint32_t"), maker.fresh("text") + "$"
    maker.add([f"static char {text}[16] = \"1 2 3\";"], observed=[f"{text}[0]"])
    lock, unlock = f"pthread_mutex_lock(&{m});", f"pthread_mutex_unlock(&{m});"
    own = 'char own[8] = "a b";'
    calls = ["{ " + own + add_to_r('strtok(own, " ") != 0') + " }", add_to_r("rand() & 1"), "setenv(\"HEDDLE_ORACLE\", \"1\", 1);",
             add_to_r("getenv(\"HEDDLE_ORACLE\") != 0"), f"{{ time_t t = 0; {add_to_r('localtime(&t)->tm_mday')} }}", f"sscanf(\"7\", \"%u\", (unsigned*)&{x});",
             "setlocale(LC_ALL, \"C\");", add_to_r("strtod(\"1.5\", 0) > 1"), f"printf(\"%s\", {text});", f"snprintf({text}, sizeof {text}, \"%u\", r);", add_to_r(f"strlen({text})"), add_to_r(f"strtoul({text}, 0, 10)"),
             f"strcpy({text}, \"4\");", f"memcpy(&{x}, {text}, 4);", "{ " + own + " char* rest; " + add_to_r('strtok_r(own, " ", &rest) != 0') + " }",
             f"{{ unsigned seed = 1; {add_to_r('rand_r(&seed) & 1')} }}", f"{{ struct tm b; time_t t = 0; {add_to_r('gmtime_r(&t, &b)->tm_mday')} }}"]
    chosen = maker.chance.sample(calls, 3)
    return Family([say(f"{lock} {call} {unlock}", cost=2) for call in chosen], [say(call) for call in chosen])


def stamps(maker):
    """Looks at the clock, which are compared with those of other threads."""
    m, _ = mutex_object(maker, "normal")
    last = maker.fresh("last") + "$"
    maker.add([f"static int64_t {last};"])
    lock, unlock = f"pthread_mutex_lock(&{m});", f"pthread_mutex_unlock(&{m});"
    look = "struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); const int64_t now = t.tv_sec * 1000000000LL + t.tv_nsec;"
    compare = add_to_r(f"now < {last}") + f" {last} = now;"
    return Family([say(f"{{ {look} {lock} {compare} {unlock} }}", cost=2), say(f"{{ {lock} {look} {compare} {unlock} }}", cost=2)], [say(f"{{ {look} {compare} }}", cost=2)])


# ---- C++ ----

def std_mutex(maker):
    kind = maker.chance.choice(("mutex", "mutex", "recursive_mutex", "timed_mutex", "shared_mutex", "shared_timed_mutex"))
    x = maker.variable()
    names = [maker.fresh("m") + "$" for _ in range(2)]
    for each in names:
        maker.add([f"static std::{kind} {each};"])
    m, n = names
    increment = lambda head, tail="}": lambda inner: Statement([head], [Statement([f"{x}++;"], cost=0)] + inner(), [tail], 2)
    right = [increment(f"{{ std::lock_guard guard({m});")] * 2 + [increment(f"{{ std::unique_lock guard({m});"), increment(f"if (std::unique_lock guard({m}, std::try_to_lock); guard) {{"),
             increment(f"{{ {m}.lock();", f"{m}.unlock(); }}"), increment(f"if ({m}.try_lock()) {{", f"{m}.unlock(); }}"), increment(f"{{ std::scoped_lock guard({m}, {n});"),
             around(f"{{ std::lock_guard guard({n});", "}")]
    wrong = [say(f"{m}.unlock();"), say(f"{m}.lock();"), say(f"{x}++;"), increment(f"{{ std::lock_guard first({m}); std::lock_guard second({n});"),
             increment(f"{{ std::lock_guard first({n}); std::lock_guard second({m});")]
    if "timed" in kind:
        right += [increment(f"if ({m}.try_lock_for(std::chrono::seconds(1))) {{", f"{m}.unlock(); }}"),
                  increment(f"if ({m}.try_lock_until(std::chrono::steady_clock::time_point())) {{", f"{m}.unlock(); }}")]
    if "shared" in kind:
        right += [lambda inner: Statement([f"{{ std::shared_lock guard({m});"], [Statement([add_to_r(x)], cost=0)] + inner(), ["}"], 2),
                  say(f"if ({m}.try_lock_shared()) {{ {add_to_r(x)} {m}.unlock_shared(); }}", cost=2)]
        wrong += [say(f"{{ std::shared_lock guard({m}); {x}++; }}", cost=2), say(f"{m}.unlock_shared();")]
    if kind == "recursive_mutex":
        right.append(around(f"{{ std::scoped_lock first({m}); std::lock_guard second({m});", "}", 4))
    return Family(right, wrong)


def std_condition(maker):
    x, m, c = maker.variable(), maker.fresh("m") + "$", maker.fresh("c") + "$"
    kind = maker.chance.choice(("condition_variable", "condition_variable", "condition_variable_any"))
    maker.add([f"static std::mutex {m};"])
    maker.add([f"static std::{kind} {c};"])
    return Family([say(f"{{ std::unique_lock guard({m}); {c}.wait(guard, [] {{ return {x} != 0; }}); {x}--; }}", cost=3),
                   say(f"{{ std::unique_lock guard({m}); while ({x} == 0) {c}.wait(guard); }}", cost=3), say(f"{{ std::lock_guard guard({m}); {x}++; {c}.notify_one(); }}", cost=3),
                   say(f"{{ std::lock_guard guard({m}); {x} = 1; }} {c}.notify_all();", cost=3),
                   say(f"{{ std::unique_lock guard({m}); if ({x} == 0) {add_to_r(f'{c}.wait_for(guard, std::chrono::seconds(1)) == std::cv_status::timeout')} }}", cost=3),
                   say(f"for (int i = 0; i < 3; ++i) {{ std::unique_lock guard({m}); {add_to_r(f'{c}.wait_for(guard, std::chrono::seconds(1), [] {{ return {x} != 0; }})')} }}", cost=6)],
                  [say(f"{{ std::unique_lock guard({m}); {c}.wait(guard); {add_to_r(x)} }}", cost=3), say(f"{x} = 1;"), say(f"{x} = 1; {c}.notify_one();")])


def std_waiting(maker):
    x = maker.variable()
    l, b, s, o = (maker.fresh(each) + "$" for each in ("latch", "barrier", "semaphore", "once"))
    maker.add([f"static std::latch* {l};"], begin=[f"{l} = new std::latch({maker.chance.choice((1, 2, 2))});"], end=[f"delete {l}; {l} = nullptr;"])
    maker.add([f"static std::barrier<>* {b};"], begin=[f"{b} = new std::barrier<>(2);"], end=[f"delete {b}; {b} = nullptr;"])
    maker.add([f"static std::counting_semaphore<4>* {s};"], begin=[f"{s} = new std::counting_semaphore<4>({maker.chance.choice((0, 1))});"], end=[f"delete {s}; {s} = nullptr;"])
    maker.add([f"static std::once_flag {o};"])
    which = maker.chance.choice("lbso")
    if which == "l":
        return Family([say(f"{l}->count_down();"), say(f"{l}->wait(); {add_to_r(x)}", cost=2), say(add_to_r(f"{l}->try_wait()")), say(f"{l}->arrive_and_wait();", cost=2)], [say(f"{x}++; {l}->count_down();"), say(f"{x}++;")])
    if which == "b":
        return Family([say(f"{b}->arrive_and_wait();", cost=2), say(f"(void){b}->arrive();")], [say(f"{x}++; {b}->arrive_and_wait();", cost=2)])
    if which == "s":
        return Family([say(f"{s}->release();"), say(f"{s}->acquire();"), say(add_to_r(f"{s}->try_acquire()")), say(f"{s}->acquire(); {x}++; {s}->release();", cost=2)], [say(f"{x}++;")])
    return Family([say(f"std::call_once({o}, [] {{ {x}++; }});", cost=2), say(f"std::call_once({o}, [] {{ {x} += 2; }}); {add_to_r(x)}", cost=2),
                   say(f"{{ static const unsigned made = ++{x}; {add_to_r('made')} }}", cost=2)], [say(add_to_r(x))])


def std_shared(maker):
    """What libstdc++ keeps: future, shared_ptr, string, vector, map, list."""
    x, m = maker.variable(), maker.fresh("m") + "$"
    maker.add([f"static std::mutex {m};"])
    p = maker.fresh("shared") + "$"
    kind, calls = maker.chance.choice((
        ("std::shared_ptr<int>", ["{{ auto own = {p}; r = r * 3 + (own ? *own : 2); }}", "{p} = std::make_shared<int>(1);", "{p}.reset();"]),
        ("std::string", ["{p} += 'a';", "r = r * 3 + {p}.size();", "{p} = \"a text that is too long for its own bytes\";"]),
        ("std::vector<int>", ["{p}.push_back(1);", "r = r * 3 + {p}.size();", "if (!{p}.empty()) {p}.pop_back();"]),
        ("std::map<int, int>", ["{p}[1] = 2;", "r = r * 3 + {p}.count(1);", "{p}.erase(1);"]),
        ("std::list<int>", ["{p}.push_back(1);", "r = r * 3 + {p}.size();", "{p}.clear();"]),
        ("std::pmr::unsynchronized_pool_resource", ["r = r * 3 + ({p}.allocate(8) != nullptr);", "{{ std::pmr::vector<int> own(&{p}); own.push_back(1); }}"]),
        ("std::ostringstream", ["{p} << 1;", "r = r * 3 + ({p}.str().size() & 1);"])))
    maker.add([f"static {kind}* {p};"], begin=[f"{p} = new {kind}();"], end=[f"delete {p}; {p} = nullptr;"])
    calls = [call.format(p=f"(*{p})") for call in calls]
    return Family([say(f"{{ std::lock_guard guard({m}); {call} }}", cost=2) for call in calls], [say(call) for call in calls])


# ---- the end of the process ----

def leaving(maker):
    x, h = maker.variable("uint32_t"), maker.fresh("handler") + "$"
    a = maker.fresh("a") + "$"
    maker.add([f"static uint32_t {a};", f"static void {h}(void);"], functions=[f"static void {h}(void) {{ if (__atomic_load_n(&{a}, __ATOMIC_SEQ_CST) == {maker.chance.choice((2, 3, 4))}) abort(); }}"])
    maker.add([f"static void late_{h}(void);"], functions=[f"static void late_{h}(void) {{ {x}++; }}"])
    return Family([say("exit(0);"), say("_exit(0);"), say("quick_exit(0);"), say(f"if (__atomic_load_n(&{a}, __ATOMIC_SEQ_CST) == 1) exit(0);"), say(f"atexit({h});", cost=0), say(f"at_quick_exit({h});", cost=0),
                   say(f"if (__atomic_fetch_add(&{a}, 1, __ATOMIC_SEQ_CST) == 2) quick_exit(0);")] + [say(f"__atomic_fetch_add(&{a}, 1, __ATOMIC_SEQ_CST);")] * 5,
                  [say("exit(3);"), say("_exit(1);"), say("abort();"), say(f"atexit(late_{h});", cost=0), say(f"{x}++;"), say("pthread_exit(0);"), say(f"if (__atomic_load_n(&{a}, __ATOMIC_SEQ_CST) == 2) exit(1);")])


SHARED = [atomics, atomics, published, handed_over, linked, mutex, mutex, mutex, rwlock, spin, condition, condition, semaphore, barrier, once, own_memory, libc, stamps, exchanged_in_vain]
FAMILIES = {"c": SHARED + [c11_mutex, own_futex], "cpp": SHARED[2:] + [atomics] * 2 + [std_mutex] * 4 + [std_condition] * 2 + [std_waiting] * 3 + [std_shared]}


def choose_families(maker, whole):
    chosen = [maker.chance.choice(FAMILIES[maker.language])(maker) for _ in range(maker.chance.choice((1, 1, 2, 2, 3)))]
    if maker.chance.random() < 0.3:
        chosen.append(plain(maker))
    if whole:
        chosen.insert(0, leaving(maker))
    return chosen
