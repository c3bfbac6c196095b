# SPDX-License-Identifier: Apache-2.0
"""What `heddle check` says of each function of the programs in semantics/: the word after the two underscores of its name.

    semantics.py HEDDLE WORKING_DIRECTORY COMPILER [option of heddle check…]
"""
import json
import os
import re
import shutil
import subprocess
import sys

heddle, work, compiler, options = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
if shutil.which(compiler) is None:
    sys.exit(77)
here = os.path.dirname(os.path.abspath(__file__))
root = os.path.abspath(os.path.join(here, "../../.."))
os.makedirs(work, exist_ok=True)
folder = os.path.join(here, "semantics")
tests = []
for source in sorted(f for f in os.listdir(folder) if f.endswith(".cpp")):
    program = os.path.join(work, source[:-4])
    subprocess.run([heddle, "c++", "-std=c++20", "-O1", "-mcx16", "-I" + os.path.join(root, "include"),
                    os.path.join(folder, source), "-o", program, "-pthread"],
                   check=True, env=dict(os.environ, HEDDLE_CXX=compiler))
    tests += [(program, name) for name in re.findall(r"^TEST\((\w+)\)", open(os.path.join(folder, source)).read(), re.M)]
wrong = 0
for program, name in tests:
    truth = name.split("__")[1].replace("_", "-")
    if name in ("weak_exchange__assertion", "two_weak_failures__assertion") and "clang" in compiler:
        continue
    done = subprocess.run([heddle, "check", program, "--function", name, "--format", "json", "--save", "none", *options],
                          capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    try:
        report = json.loads(done.stdout)
        said = report["findings"][0]["kind"] if report["findings"] else report["verdict"]
        why = report["findings"][0]["message"] if report["findings"] else report.get("reason") or ""
    except ValueError:
        said, why = "no report", done.stderr
    right = said == truth and (said != "inconclusive" or why)
    wrong += not right
    print(f"{'right' if right else 'WRONG'}  {name}: {said} {why if said != 'clean' else ''}", flush=True)
print(f"{len(tests)} functions, {wrong} wrong")
sys.exit(1 if wrong or len(tests) < 50 else 0)
