#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports that machines read: JSON against doc/report.schema.json, JUnit XML against junit.xsd, SARIF fingerprints that
stay the same, standard output with nothing but the report, and names of the program's that try to break out.

Usage: formats.py HEDDLE SOURCE-DIRECTORY
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import jsonschema

from expectations import expect, status

RACE = """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
int *shared;
static void *f(void *p) { *shared = 1; return p; }
int main(void) {
  shared = malloc(sizeof *shared);
  puts("the program's own words");
  pthread_t t; pthread_create(&t, 0, f, 0); *shared = 2; pthread_join(t, 0); return 0; }
"""
SUITE = """#include <heddle/check.h>
#include <atomic>
#include <cassert>
#include <exception>
#include <thread>
static void add(bool whole) {
  std::atomic<int> sum{0};
  auto once = [&] { if (whole) ++sum; else sum = sum + 1; };
  std::thread t(once); once(); t.join();
  assert(sum == 2);
}
static void test(const char* name, bool whole) {
  heddle_check_options options{};
  options.name = name;
  try { heddle::check([whole] { add(whole); }, options); } catch (const std::exception&) {}
}
int main() {
  test("loses", false);
  test("keeps", true);
  test("also keeps", true);
}
"""
HOSTILE = "".join("T%d|w(</script><img%%20src%%3dx%%20onerror%%3dalert%%281%%29>&\"'%%1b[31m)|%d\n" % (thread, thread) for thread in (1, 2))


def junit(text, name):
    """By junit.xsd, as libxml2 reads it; and what no schema says: the counts. Returns the cases."""
    schema = pathlib.Path(__file__).with_name("junit.xsd")
    done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", schema, "-"], input=text, capture_output=True, text=True)
    expect(done.returncode == 0, f"{name}: {done.stderr}")
    cases = []
    for suite in xml.fromstring(text):
        own = suite.findall("testcase")
        for count, wanted in (("tests", own), ("failures", suite.findall("testcase/failure")), ("errors", suite.findall("testcase/error"))):
            expect(int(suite.get(count)) == len(wanted), f"{name}: {suite.get(count)} {count}, not {len(wanted)}")
        expect(all(each.get("message") is not None for case in own for each in case), f"{name}: a failure without a message")
        cases += own
    return cases


def main():
    heddle, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    schema = jsonschema.Draft202012Validator(json.loads((root / "doc/report.schema.json").read_text()))
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        (folder / "race.c").write_text(RACE)
        (folder / "hostile.std").write_text(HOSTILE)

        def run(*arguments):
            return subprocess.run([heddle, *arguments], cwd=folder, capture_output=True, text=True, timeout=120,
                                  env=dict(os.environ, LC_ALL="C.UTF-8"))

        examples = root / "examples"
        subprocess.run([heddle, "c++", "-std=c++17", "-O1", str(examples / "check/ticket_office.cpp"), "-o", "tickets"], cwd=folder, check=True)
        subprocess.run([heddle, "cc", "race.c", "-o", "race"], cwd=folder, check=True)
        traces = sorted(examples.glob("*.std"))
        commands = [["run", "./race"], ["check", "./race", "--save", "none"], ["check", "./tickets", "--save", "saved.json"],
                    ["replay", "saved.json"], ["replay", "--show", "saved.json"], ["races", "hostile.std", "--lenient"],
                    *[["races", trace] for trace in traces], *[["states", trace] for trace in traces],
                    *[["predict", trace] for trace in traces],
                    ["detect", examples / "open_twice.std", "--when", "count(open == 1) >= 2"],
                    ["linearizable", examples / "linearizable/overtaken.jsonl", "--model", "queue"],
                    ["check", "race.c", "--engine", "machine", "--save", "none"],
                    ["check", examples / "memory/message.c", "--memory-model", "rc11", "--save", "none"],
                    ["prove", root / "examples/prove/treiber_plain.c"]]
        # Parts of a check to merge, and a prediction that is run.
        shutil.copytree(examples, folder / "examples")
        run("check", "./tickets", "--save", "none", "--shard", "1/2", "--format", "json", "-o", "part1.json")
        run("check", "./tickets", "--save", "none", "--shard", "2/2", "--format", "json", "-o", "part2.json")
        commands += [["merge", "part1.json", "part2.json"],
                     ["predict", "examples/opposite_locks.std", "--confirm", "examples/opposite_locks.cpp"]]
        for command in commands:
            name = " ".join(map(str, command))
            done = run(*command, "--format", "json")
            expect(done.returncode in (0, 1, 3), f"{name}: exit status {done.returncode}: {done.stderr}")
            try:
                report = json.loads(done.stdout)
            except ValueError:
                expect(False, f"{name}: standard output is no JSON: {done.stdout[:200]}")
                continue
            for error in schema.iter_errors(report):
                expect(False, f"{name}: {error.json_path}: {error.message[:200]}")
            expect(True, name)
            if command[0] not in ("races", "states", "predict") or command[1] == traces[0]:
                junit(run(*command, "--format", "junit").stdout, name)
                sarif = json.loads(run(*command, "--format", "sarif").stdout)["runs"][0]["results"]
                expect(len(sarif) == len(report["findings"]), f"{name}: {len(sarif)} results in SARIF, {len(report['findings'])} findings")
        # The tests of a suite are its cases.
        (folder / "suite.cpp").write_text(SUITE)
        subprocess.run([heddle, "c++", "suite.cpp", "-o", "suite"], cwd=folder, check=True)
        done = run("check", "./suite", "--save", "none", "--format", "junit")
        cases = {case.get("name"): [each.tag for each in case] for case in junit(done.stdout, "suite")}
        expect(cases == {"loses": ["failure"], "keeps": [], "also keeps": []}, f"suite: {cases} {done.stderr}")
        report = json.loads(run("check", "./suite", "--save", "none", "--format", "json").stdout)
        expect([test["name"] for test in report["tests"]] == ["loses", "keeps", "also keeps"], f"tests: {report.get('tests')}")
        expect([finding["test"] for finding in report["findings"]] == ["loses"] and schema.is_valid(report), "the finding's test")

        expect("own words" in run("run", "./race", "--format", "json").stderr, "the program's output goes to standard error")

        # SARIF: no addresses, relative names, one fingerprint whatever the addresses.
        prints = set()
        for _ in range(10):
            text = run("run", "./race", "--format", "sarif").stdout
            results = json.loads(text)["runs"][0]["results"]
            prints.add(tuple(sorted(result["partialFingerprints"]["heddle/v1"] for result in results)))
            expect(not re.search(r"0x[0-9a-f]{4,}", text), "SARIF has an address")
        expect(len(prints) == 1 and all(prints), f"fingerprints differ: {prints}")
        result = results[0]
        artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
        expect(artifact == {"uri": "race.c", "uriBaseId": "SRCROOT"}, f"{artifact}")
        expect(result["stacks"] and result["codeFlows"], "stacks and code flows")
        rule = json.loads(text)["runs"][0]["tool"]["driver"]["rules"][0]
        expect("helpUri" not in rule and "Make both accesses hold one lock" in rule["help"]["text"] and rule["help"]["markdown"], f"{rule}")
        below = json.loads(run("run", "./race", "--format", "sarif", "--source-root", folder.parent).stdout)["runs"][0]["results"][0]
        expect(below["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == f"{folder.name}/race.c", "--source-root")

        # What comes from a program is data.
        hostile = ["races", "--lenient", "hostile.std"]
        expect("\x1b" not in run(*hostile, "--colour", "never").stdout, "an escape sequence reaches the terminal")
        junit(run(*hostile, "--format", "junit").stdout, "hostile")
        json.loads(run(*hostile, "--format", "sarif").stdout)
        page = run(*hostile, "--format", "html")
        if page.returncode == 1:
            expect("<img src=x" not in page.stdout, "a name is an element of the page")
        # And what a history says of its processes.
        (folder / "evil.jsonl").write_text((examples / "linearizable/overtaken.jsonl").read_text().replace('"process": 1', '"process": "\\u001b[31m"').replace('"process":1', '"process":"\\u001b[31m"'))
        done = run("linearizable", "evil.jsonl", "--model", "queue", "--colour", "never")
        expect("\x1b" not in done.stdout + done.stderr, f"a history's escape sequence reaches the terminal: {done.stdout!r}")

        # So is the name of a file, and what stands in it.
        evil = "a<img src=x>&\"'\x1b[31m.c"
        (folder / evil).write_text(RACE.replace("*shared = 1;", "*shared = 1; /* </script><img src=x onerror=alert(1)> \x1b[31m */"))
        subprocess.run([heddle, "cc", "-g", evil, "-o", "evil"], cwd=folder, check=True)
        for verb in (["run", "./evil"], ["check", "./evil", "--save", "none"]):
            done = run(*verb, "--colour", "never")
            expect("\x1b" not in done.stdout + done.stderr and "<img src=x>" in done.stdout + done.stderr, f"{verb}: {done.stdout} {done.stderr}")
            junit(run(*verb, "--format", "junit").stdout, "a file's name")
            uri = json.loads(run(*verb, "--format", "sarif").stdout)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            expect(not re.search(r"[<>\"\x1b ]", uri), f"an address is escaped: {uri}")
            page = run(*verb, "--format", "html").stdout
            expect("<img src=x" not in page.replace("\\u003cimg", ""), "a file's name or text is an element of the page")
        trace = json.loads(run("races", traces[0], "--format", "chrome-trace").stdout)
        expect(all({"ph", "pid", "tid", "name"} <= set(event) for event in trace["traceEvents"]) and trace["traceEvents"], "chrome-trace")
    return status()


if __name__ == "__main__":
    sys.exit(main())
