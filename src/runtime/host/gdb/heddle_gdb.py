# SPDX-License-Identifier: Apache-2.0
"""Inside gdb, for `heddle replay --gdb`: goes through a recorded schedule.

    heddle-run       from the start to the failure
    heddle-next [N]  N steps of the schedule on
    heddle-back [N]  N steps back: from the start again, which goes the same way each time
    heddle-goto N    to step N of the report
    heddle-who       who waits for what, and holds what

Steps are those of the report, with its numbers and names: heddle writes them into a file (src/cli/replay.cpp). The engine counts
more of them, before main and in libraries, which are passed over. The last rows of a deadlock are no steps of the engine's:
each thread stands there before what it waits for. They are told where the program has failed, with their thread selected.

gdb's own `run` and `start` begin the schedule again too, up to a breakpoint.

The engine calls heddle_debug_step before each step takes effect and heddle_debug_failed where the execution fails
(src/runtime/control/debugging.h).
"""
import os
import re

import gdb

OWN = re.compile(r"^(heddle_|_*heddle|.*heddle::(control|explore|runtime)|__assert_fail|abort$|pthread_|sem_|__tsan_)")


def setting(text):
    gdb.execute(text, to_string=True)


def is_own(frame):
    """A frame of heddle's or of the library around it, not of the program."""
    name = frame.name()
    if name is not None and OWN.match(name):
        return True
    table = frame.find_sal().symtab
    if table is None:
        return True
    return table.filename.startswith("/usr/include/") or "/src/runtime/control/" in table.filename


def select_program_frame():
    frame = gdb.newest_frame()
    while frame is not None and is_own(frame):
        frame = frame.older()
    (frame or gdb.newest_frame()).select()


def start_again():
    """Back to the program itself: gdb has followed it into the process that runs the schedule."""
    if gdb.selected_inferior().num != 1:
        setting("inferior 1")
    for inferior in gdb.inferiors():
        if inferior.num == 1:
            continue
        if inferior.pid != 0:
            setting(f"kill inferiors {inferior.num}")
        setting(f"remove-inferiors {inferior.num}")


class Row:
    """A step as the report has it."""

    def __init__(self, line):
        recorded, self.thread, self.words = line.rstrip("\n").split("\t", 2)
        self.recorded = int(recorded)  # as the engine counts; 0: it is the failure itself


def read_report():
    """The rows, and names by their addresses. No rows: there is no report of this schedule, and steps are counted as the
    engine does."""
    try:
        with open(os.path.join(os.environ["HEDDLE_CHECK_DIRECTORY"], "rows"), encoding="utf-8") as file:
            lines = list(file)
    except (OSError, KeyError):
        return None, {}
    rows = [Row(line) for line in lines if not line.startswith("0x")]
    names = dict(line.rstrip("\n").split("\t", 1) for line in lines if line.startswith("0x"))
    numbers = [row.recorded for row in rows if row.recorded != 0]
    return rows if numbers and numbers == sorted(numbers) else None, names


class Schedule:
    """Where in the schedule the program stands."""

    def __init__(self):
        self.step = None  # as the engine counts; None: it stands at none
        self.failure = None
        self.thread = None
        self.at_step = self.at_failure = None
        self.rows, self.names = read_report()
        self.attempt = None  # at the failure: the number of the row that it stands at

    def stop_at(self, step, failure):
        """The engine's library comes with the program: gdb would say that these functions are not there yet."""
        self.at_step = gdb.Breakpoint(step, internal=True)
        self.at_failure = gdb.Breakpoint(failure, internal=True)
        self.at_step.silent = self.at_failure.silent = True
        self.at_step.enabled = False

    def stop_at_step(self, step, passed=0):
        """None: at none. (By a count, not by a condition: gdb drops that with the process.)"""
        self.at_step.enabled = step is not None
        self.at_step.ignore_count = 0 if step is None else step - passed - 1

    def stopped(self):
        """What the last stop was: 'step', 'failure', 'breakpoint' or 'end'."""
        self.forget()
        if not gdb.selected_inferior().threads():
            return "end"
        frame = gdb.newest_frame()
        if frame.name() == "heddle_debug_step":
            self.step = int(frame.read_register("rdi"))
            self.thread = int(frame.read_register("rsi")) & 0xffffffff
            row = self.row()
            if row is not None and row.thread != self.name():
                print("The program goes another way than it did: steps are counted as they come, not as the report does.")
                self.rows = None
            return "step"
        if frame.name() == "heddle_debug_failed":
            text = [gdb.Value(int(frame.read_register(name))).cast(gdb.lookup_type("char").pointer()).string()
                    for name in ("rdi", "rsi")]
            self.failure = text[1] or text[0]
            self.attempt = len(self.rows) if self.attempts() else None
            return "failure"
        return "breakpoint"

    def forget(self):
        """It stops somewhere, maybe by a command of gdb's own."""
        self.step = self.failure = self.attempt = None

    def go(self, command):
        setting(command)
        kind = self.stopped()
        if kind in ("step", "failure"):
            name_threads()
            select_program_frame()
        return kind if self.attempt is None else self.stand_at(self.attempt)

    def run_to(self, step):
        """From the start to what the engine counts as this step; None: to the failure."""
        self.stop_at_step(step)
        start_again()
        return self.go("run")

    def run_to_row(self, number):
        if self.rows is None:
            return self.run_to(number)
        row = self.rows[min(number, len(self.rows)) - 1]
        if row.recorded != 0:
            return self.run_to(row.recorded)
        kind = "failure" if self.failure is not None else self.run_to(None)
        return self.stand_at(number) if kind == "failure" else kind

    def attempts(self):
        """How many of the last rows are no steps of the engine's."""
        return 0 if self.rows is None else len(self.rows) - len(self.told())

    def stand_at(self, number):
        """At the failure: the row of this number, and its thread."""
        self.attempt = number
        name = self.rows[number - 1].thread
        for thread in gdb.selected_inferior().threads():
            if thread.name == name:
                thread.switch()
                select_program_frame()
        return "failure"

    def told(self):
        """Rows of the report that are steps of the engine's: the failure itself may have rows as well."""
        return [row for row in self.rows if row.recorded != 0]

    def passed(self):
        """How many steps the engine has counted."""
        if not gdb.selected_inferior().threads():
            return 0
        try:
            return int(gdb.parse_and_eval("*(unsigned long *)&heddle_debug_steps"))
        except gdb.error:  # its library is not loaded yet
            return 0

    def forward(self, count):
        now = self.passed()
        wanted = now + count
        if self.attempt is not None and self.attempt < len(self.rows):
            return self.stand_at(min(self.attempt + count, len(self.rows)))
        if self.rows is not None:
            left = [row.recorded for row in self.told() if row.recorded > now]
            wanted = left[count - 1] if count <= len(left) else None
            if wanted is None and self.attempts() and self.failure is None:
                return self.run_to_row(min(len(self.told()) - len(left) + count, len(self.rows)))
        if not gdb.selected_inferior().threads():
            return self.run_to(wanted)
        self.stop_at_step(wanted, now)
        return self.go("continue")

    def back(self, count):
        return self.run_to_row(max(1, self.number() - count))

    def number(self):
        """Of the step it stands at, or else of the one to come."""
        if self.attempt is not None:
            return self.attempt
        now = self.passed() - (1 if self.step is not None else 0)
        return 1 + (now if self.rows is None else sum(row.recorded <= now for row in self.told()))

    def row(self):
        """The report's of the step it stands at."""
        return next((row for row in self.rows or [] if row.recorded == self.step), None)

    def words(self):
        """Of the step it stands at; of a failure that is none, of the last one."""
        if self.failure is not None and self.attempt is None:
            return f"After step {self.number() - 1}" + (f" of {len(self.rows)}" if self.rows else "")
        row = self.rows[self.attempt - 1] if self.attempt is not None else self.row()
        if row is None:
            return f"Step {self.number()}, by {self.name()}"
        return f"Step {self.rows.index(row) + 1} of {len(self.rows)}, by {row.thread}: {row.words}"

    def name(self):
        return "main" if not self.thread else f"T{self.thread}"

    def who(self):
        text = gdb.parse_and_eval("(const char *)&heddle_debug_who").string()
        return re.sub(r"0x[0-9a-f]+", lambda match: self.name_at(match[0]), text)

    def name_at(self, address):
        name = self.names.get(address)
        return f"`{name}`" if name else symbol_at(address)


def name_threads():
    """As reports call them. The engine knows which are which, once they have taken a step."""
    numbers = gdb.parse_and_eval("*(unsigned int (*)[256])&heddle_debug_threads")
    names = {int(numbers[i]): "main" if i == 0 else f"T{i}" for i in range(256) if int(numbers[i]) != 0}
    for thread in gdb.selected_inferior().threads():
        if name := names.get(thread.ptid[1]):
            thread.name = name


def symbol_at(address):
    """The name of what lies there: a global, or a local variable of a function that some thread is in."""
    text = gdb.execute(f"info symbol {address}", to_string=True)
    if "in section" in text:
        return f"`{text.split(' in section')[0]}`"
    name = local_at(int(address, 16))
    return f"`{name}`" if name else address


def local_at(address):
    selected, frame_before = gdb.selected_thread(), gdb.selected_frame()
    try:
        for thread in gdb.selected_inferior().threads():
            thread.switch()
            frame = gdb.newest_frame()
            while frame is not None:
                if name := None if is_own(frame) else local_in(frame, address):
                    return name
                frame = frame.older()
    finally:
        selected.switch()
        frame_before.select()
    return None


def local_in(frame, address):
    try:
        block = frame.block()
    except RuntimeError:  # it has no debug information
        return None
    while block is not None and not block.is_global and not block.is_static:
        for symbol in block:
            if not (symbol.is_variable or symbol.is_argument):
                continue
            try:
                value = symbol.value(frame)
                kind = value.type.strip_typedefs()
                if kind.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):  # another's name is the better one
                    continue
                start = int(value.address)
            except (gdb.error, TypeError):  # it is in no memory
                continue
            if start <= address < start + kind.sizeof:
                return symbol.name + member_at(kind, address - start)
        block = block.superblock
    return None


def member_at(kind, offset):
    """`.guard` and so on; what the standard library has inside is of no use to anybody."""
    if kind.code == gdb.TYPE_CODE_ARRAY:
        element = kind.target().strip_typedefs()
        return f"[{offset // element.sizeof}]" + member_at(element, offset % element.sizeof)
    if kind.code != gdb.TYPE_CODE_STRUCT or (kind.name or "").startswith("std::"):
        return ""
    for field in kind.fields():
        if not hasattr(field, "bitpos") or field.bitsize:
            continue
        start, inner = field.bitpos // 8, field.type.strip_typedefs()
        if start <= offset < start + inner.sizeof:
            name = "" if field.is_base_class or not field.name else "." + field.name
            return name + member_at(inner, offset - start)
    return ""


def where():
    sal = gdb.selected_frame().find_sal()
    return f"{sal.symtab.filename}:{sal.line}" if sal.symtab is not None else "?"


def say(kind):
    if kind == "end":
        print("The program has ended: heddle-run starts it again.")
        return
    if kind == "failure":
        print(f"{schedule.words()}, at {where()}")
        if schedule.attempt is None or schedule.attempt == len(schedule.rows):
            print(f"The failure: {schedule.failure}, at {where()}")
    elif kind == "step":
        print(f"{schedule.words()}, at {where()}")
    gdb.execute("frame")


class Run(gdb.Command):
    """heddle-run: run the schedule from the start to its failure."""

    def __init__(self):
        super().__init__("heddle-run", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        say(schedule.run_to(None))


def count_in(argument):
    text = argument.strip() or "1"
    if not text.isdigit() or int(text) == 0:
        raise gdb.GdbError(f"a number of steps was expected, from 1 on, not `{text}`")
    return int(text)


class OwnFrames:
    """`backtrace` without the innermost frames, those of heddle's library: the program's own come first."""

    name, priority, enabled = "heddle", 100, True

    def filter(self, frames):
        is_inside = True
        for each in frames:
            is_inside = is_inside and "libheddle_" in (gdb.solib_name(each.inferior_frame().pc()) or "")
            if not is_inside:
                yield each


class Next(gdb.Command):
    """heddle-next [N]: go N steps of the schedule on."""

    def __init__(self):
        super().__init__("heddle-next", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        say(schedule.forward(count_in(argument)))


class Back(gdb.Command):
    """heddle-back [N]: go N steps of the schedule back, by running it from the start."""

    def __init__(self):
        super().__init__("heddle-back", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        if not gdb.selected_inferior().threads():
            raise gdb.GdbError("heddle-run or heddle-next first")
        count = count_in(argument)
        if schedule.step is not None and schedule.number() == 1:
            raise gdb.GdbError("this is the first step")
        say(schedule.back(count))


class Goto(gdb.Command):
    """heddle-goto N: go to step N of the report, by running from the start."""

    def __init__(self):
        super().__init__("heddle-goto", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        if not argument.strip():
            raise gdb.GdbError("heddle-goto N: the number of a step in the report")
        number = count_in(argument)
        if schedule.rows is not None and number > len(schedule.rows):
            raise gdb.GdbError(f"the report has {len(schedule.rows)} steps")
        say(schedule.run_to_row(number))


class Who(gdb.Command):
    """heddle-who: who waits for what, and holds what."""

    def __init__(self):
        super().__init__("heddle-who", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        if not gdb.selected_inferior().threads():
            raise gdb.GdbError("the program has ended: heddle-run starts it again")
        print(schedule.who(), end="")


for text in ("set startup-with-shell off", "set follow-fork-mode child", "set detach-on-fork on",
             "set breakpoint pending on", "set pagination off", "set confirm off", "set print thread-events off",
             "set print inferior-events off", "set debuginfod enabled off",
             "handle SIGSEGV SIGBUS SIGFPE SIGILL nostop noprint pass"):
    try:
        setting(text)
    except gdb.error:
        pass
schedule = Schedule()
setting("python schedule.stop_at('heddle_debug_step', 'heddle_debug_failed')")
gdb.events.stop.connect(lambda event: schedule.forget())
gdb.frame_filters["heddle"] = OwnFrames()
for command in (Run, Next, Back, Goto, Who):
    command()
for name in ("run", "start"):  # else gdb would start the process that it followed last, without the engine
    gdb.execute(f"define hook-{name}\npython start_again()\nend")
