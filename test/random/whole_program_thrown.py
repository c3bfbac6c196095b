# SPDX-License-Identifier: Apache-2.0
"""Families of C++ that throw: exceptions that go from thread to thread, and routines that throw out of call_once; and
streams that threads share."""
from whole_program_rows import FAMILIES, Family, add_to_r, say


def caught(body, found):
    """What it throws is an int, or libstdc++'s own: told apart."""
    return f"try {{ {body} }} catch (int e) {{ {add_to_r(found)} }} catch (const std::exception&) {{ {add_to_r('9')} }}"


def exception_handed_over(maker):
    """An exception_ptr under a mutex: whoever rethrows it reads what is thrown, which is one object for all."""
    p, m, x = maker.fresh("thrown") + "$", maker.fresh("m") + "$", maker.variable("uint32_t")
    maker.add([f"static std::exception_ptr {p};"], end=[f"{p} = nullptr;"])
    maker.add([f"static std::mutex {m};"])
    take = f"std::exception_ptr own; {{ std::lock_guard guard({m}); own = {p}; }} if (own)"
    give = f"try {{ throw {maker.chance.choice((1, 2))}; }} catch (...) {{ std::lock_guard guard({m}); {p} = std::current_exception(); }}"
    return Family([say(give, cost=2), say(give, cost=2), say(f"{{ {take} {caught('std::rethrow_exception(own);', 'e')} }}", cost=2),
                   say(f"{{ std::lock_guard guard({m}); {x}++; {p} = nullptr; }}", cost=2)],
                  [say(f"try {{ throw 3; }} catch (...) {{ {p} = std::current_exception(); }}", cost=2), say(f"{p} = nullptr;"), say(add_to_r(f"{p} != nullptr")),
                   say(f"{{ {take} try {{ std::rethrow_exception(own); }} catch (int& e) {{ e++; }} }}", cost=2)])


def promised(maker):
    """One promise, kept or broken by an exception; a shared future, read by all."""
    x = maker.variable("uint32_t")
    p, f = maker.fresh("promise") + "$", maker.fresh("future") + "$"
    maker.add([f"static std::promise<int>* {p};", f"static std::shared_future<int>* {f};"],
              begin=[f"{p} = new std::promise<int>(); {f} = new std::shared_future<int>({p}->get_future());"],
              end=[f"delete {p}; delete {f}; {p} = nullptr; {f} = nullptr;"])
    get = f"auto own = *{f}; {add_to_r('own.get()')}"
    thrown = f"{p}->set_exception(std::make_exception_ptr(4));"
    return Family([say(caught(thrown, "e"), cost=2), say(caught(f"{p}->set_value(1);", "e"), cost=2), say(caught(get, "e + 1"), cost=2),
                   say(f"{{ auto own = *{f}; {add_to_r('own.wait_for(std::chrono::seconds(0)) == std::future_status::ready')} }}")],
                  [say(caught(f"{x}++; {thrown}", "e"), cost=2), say(f"{p}->set_value(2);"), say(f"{{ {get} }}", cost=2), say(f"{x}++;")])


def task_that_throws(maker):
    """A packaged task that one thread runs: what it throws comes out of its future."""
    x, a = maker.variable("uint32_t"), maker.fresh("turn") + "$"
    t, f = maker.fresh("task") + "$", maker.fresh("future") + "$"
    throws = maker.chance.choice(("throw 5;", "return 2;", f"if ({x} > 1) throw 1; return 3;"))
    maker.add([f"static std::atomic<int> {a};"])
    maker.add([f"static std::packaged_task<int()>* {t};", f"static std::shared_future<int>* {f};"],
              begin=[f"{t} = new std::packaged_task<int()>([]() -> int {{ {x}++; {throws} }}); {f} = new std::shared_future<int>({t}->get_future());"],
              end=[f"delete {t}; delete {f}; {t} = nullptr; {f} = nullptr; {a} = 0;"])
    run = f"if ({a}.fetch_add(1) == 0) (*{t})();"
    return Family([say(run, cost=2), say(run, cost=2), say(caught(f"auto own = *{f}; {add_to_r('own.get()')}", "e"), cost=2),
                   say(f"{{ auto own = *{f}; own.wait(); {add_to_r(x)} }}", cost=2)],
                  [say(caught(f"(*{t})();", "e"), cost=2), say(f"{x}++;"), say(f"{{ auto own = *{f}; {add_to_r('own.get()')} }}", cost=2)])


def once_that_throws(maker):
    """A routine that throws is made again by the next caller, after what the first one did."""
    x, o = maker.variable("uint32_t"), maker.fresh("once") + "$"
    maker.add([f"static std::once_flag {o};"])
    most = maker.chance.choice((1, 2))
    attempt = caught(f"std::call_once({o}, [] {{ if (++{x} <= {most}) throw 6; }});", "e")
    made = caught(f"static const unsigned made = [] {{ if (++{x} == 1) throw 7; return {x}; }}(); {add_to_r('made')}", "e")
    chosen = maker.chance.choice((attempt, made))
    return Family([say(chosen, cost=2), say(chosen, cost=2), say(chosen, cost=2)],
                  [say(f"{x}++;"), say(add_to_r(x)), say(f"std::call_once({o}, [] {{ {x} = 9; throw 6; }});", cost=2)])


def streams(maker):
    """The standard ones may be used by all, for characters; their formats, and other streams, have to be guarded."""
    m, s = maker.fresh("m") + "$", maker.fresh("stream") + "$"
    maker.add([f"static std::mutex {m};"])
    maker.add([f"static std::stringstream* {s};"], begin=[f"{s} = new std::stringstream();"], end=[f"delete {s}; {s} = nullptr;"])
    shared = [f"*{s} << \"1 \";", f"{{ int n = 0; if (*{s} >> n) {add_to_r('n')} {s}->clear(); }}", f"{s}->str(\"2 \");", add_to_r(f"{s}->str().size() & 1"),
              f"*{s} << std::hex << 11 << ' ';", f"{s}->seekg(0);"]
    out = maker.chance.choice(("cout", "cerr", "clog"))
    formats = [f"std::{out} << std::hex;", f"std::{out}.precision(3);", f"std::{out}.width(2);", f"std::{out}.fill('0');"]
    chosen = maker.chance.sample(shared, 3)
    return Family([say(f"{{ std::lock_guard guard({m}); {call} }}", cost=2) for call in chosen] +
                  [say(f"{{ std::lock_guard guard({m}); {maker.chance.choice(formats)} }}", cost=2),
                   say(f"{{ std::ostringstream own; own << r << \"x\"; {add_to_r('own.str().size() & 1')} }}")],
                  [say(call) for call in chosen + formats])


FAMILIES["cpp"] += [exception_handed_over, promised, task_that_throws, once_that_throws, streams]
