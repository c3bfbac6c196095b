#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the machine's snprintf writes is what libc's does: random conversions, with what libc made of each.

usage: printf_agree.py HEDDLE [conversions] [seed]. A program of assertions is made of them; the first that fails is told.
"""
import ctypes
import random
import subprocess
import sys
import tempfile

LIBC = ctypes.CDLL(None)


def conversion(rng):
    """A format, an argument as C has it, and what libc writes."""
    flags = "".join(flag for flag in "-+ #0" if rng.random() < 0.25)
    width = rng.choice(["", "", str(rng.randrange(1, 30))])
    precision = rng.choice(["", "", "." + str(rng.randrange(0, 25)), "."])
    letter = rng.choice("diuxXoiffFcs%")
    size = rng.choice(["", "l", "h", "hh", "z"]) if letter in "diuxXo" else ""
    form = f"%{flags}{width}{precision}{size}{letter}"
    if letter in "diuxXo":
        number = rng.choice([0, 1, -1, 7, 8, 255, 300, 70000, 2**31 - 1, -2**31, rng.randrange(-2**31, 2**31)])
        if size in ("l", "z"):
            number = rng.choice([number, 2**63 - 1, -2**63 + 1, rng.randrange(-2**63 + 1, 2**63)])
            argument, given = f"{number}L", ctypes.c_long(number)
        else:
            argument, given = f"(int)({number}L)", ctypes.c_int(number)
    elif letter in "fF":
        number = rng.choice([0.0, -0.0, 0.5, 1.5, 2.5, 0.1, 0.25, 0.35, 1e22, 1e300, 5e-324, 1.7976931348623157e308, 1234.0005, 999999.9999995,
                             rng.uniform(-1000, 1000), rng.uniform(-1, 1) * 10.0 ** rng.randrange(-20, 60), float("inf"), float("-inf")])
        argument = {float("inf"): "__builtin_inf()", float("-inf"): "-__builtin_inf()"}.get(number, float.hex(number))
        given = ctypes.c_double(number)
    elif letter == "c":
        argument, given = "'x'", ctypes.c_int(ord("x"))
    elif letter == "s":
        text = rng.choice(["", "a", "some words"])
        argument, given = f'"{text}"', ctypes.c_char_p(text.encode())
    else:
        return "%%", "0", b"%"
    buffer = ctypes.create_string_buffer(1000)
    LIBC.snprintf(buffer, 1000, form.encode(), given)
    return form, argument, buffer.value


def main():
    heddle, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 400
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    cases = [conversion(rng) for _ in range(count)]
    lines = [f'  assert(is("{form}", "{expected.decode()}", {argument}));' for form, argument, expected in cases]
    program = """#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int is(const char* format, const char* expected, ...) {
  char text[1000], cut[4];
  va_list list, again;
  va_start(list, expected);
  va_copy(again, list);
  const int length = vsnprintf(text, sizeof text, format, list);
  const int same = vsnprintf(cut, sizeof cut, format, again);
  va_end(list);
  va_end(again);
  return length == (int)strlen(expected) && same == length && strcmp(text, expected) == 0 && strncmp(cut, expected, 3) == 0;
}
int main(void) {
""" + "\n".join(lines) + "\n}\n"
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write(program)
        file.flush()
        done = subprocess.run([heddle, "check", "--engine", "machine", file.name, "--flag=-w", "--save", "none", "--limit-seconds", "300"],
                              capture_output=True, text=True)
    print("\n".join(done.stdout.splitlines()[:3]) + done.stderr)
    return 0 if done.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
