#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Golden traces: every *.std here says in its first comment lines what must be found in it.

    # expect: clean
    # expect: x 2 5; y 3 9          a race on x between events 2 and 5 (0-based), one on y; in order of the second
    # expect exclusive: x 0 3       under --discipline exclusive (otherwise the same as above)
    # expect: error 4 text          bad input at line 4, whose message contains the text

Each is run by every engine, from STD and converted to .hdl.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def engines_of(heddle):
    """Whatever `heddle races` knows."""
    said = subprocess.run([heddle, "races", "--help-all"], check=True, capture_output=True, text=True).stdout
    return re.search(r"--engine WORD.*?\[([\w, \n]+)\]", said, re.S)[1].replace(",", " ").split()


def expectations(trace):
    found = dict(re.findall(r"^# expect( \w+)?: (.*)$", trace.read_text(), re.M))
    return {"shared-reads": found[""], "exclusive": found.get(" exclusive", found[""])}


def outcome(heddle, trace, engine, discipline):
    done = subprocess.run([heddle, "races", trace, "--engine", engine, "--discipline", discipline, "--recheck",
                           "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode == 2:
        return "error " + done.stderr.strip()
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}: {done.stdout}{done.stderr}"
    races = json.loads(done.stdout)["findings"]
    return "; ".join(f"{r['variable']} {r['first']['event']} {r['second']['event']}" for r in races) or "clean"


def agrees(wanted, got):
    if not wanted.startswith("error"):
        return wanted == got
    _, line, text = wanted.split(" ", 2)
    return got.startswith("error ") and f":{line}: " in got and text in got


def main():
    heddle = pathlib.Path(sys.argv[1])
    engines = engines_of(heddle)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as directory:
        for trace in sorted(pathlib.Path(__file__).parent.glob("*.std")):
            wanted = expectations(trace)
            forms = [trace]
            if not wanted["shared-reads"].startswith("error"):
                forms.append(pathlib.Path(directory) / f"{trace.stem}.hdl")
                subprocess.run([heddle, "trace", "convert", trace, forms[1]], check=True)
            for form in forms:
                for engine in engines:
                    for discipline, expected in wanted.items():
                        got = outcome(heddle, form, engine, discipline)
                        if agrees(expected, got):
                            passed += 1
                        else:
                            failed += 1
                            print(f"{form.name} {engine} {discipline}: expected «{expected}», got «{got}»")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
