#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The first five minutes, on installed files only: from an empty directory to a CMake project with GoogleTest and Catch2
whose two bugs CTest finds, and which is clean once they are repaired; then make, Meson, pkg-config, SARIF and JUnit.

    walk.py BUILD_DIRECTORY SOURCE_DIRECTORY [all]   with `all`, every command of the tutorial and of the other pages, too
"""
import hashlib
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

build, sources = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
is_all = len(sys.argv) > 3
sys.path.insert(0, str(sources / "test/docs"))
import page  # noqa: E402  (the commands of the pages)

LIBRARY_USER = """#include <heddle/verbs.h>
#include <iostream>
int main() {
  const heddle::verbs::Report report = heddle::verbs::check("no/such");
  if (report.verdict == heddle::verbs::Verdict::bad_input) std::cout << "bad input: " << report.reason << '\\n';
}
"""

failures = 0


def expect(condition, what, shown=""):
    global failures
    failures += not condition
    print(f"{'right' if condition else 'WRONG'}  {what}" + ("" if condition else f"\n{shown}"), flush=True)


def run(*command, status=0, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=500, **options)
    if status is not None and done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}, not {status}:\n{done.stdout}")
    return done


def ctest(directory, environment, *options):
    """{name of a test: whether it passed}, and what was printed."""
    report = directory / "junit.xml"
    done = run("ctest", "--test-dir", directory / "build", "--output-on-failure", "--output-junit", report, *options,
               status=None, env=environment)
    cases = xml.etree.ElementTree.parse(report).getroot().iter("testcase")
    return {case.get("name"): case.get("status") == "run" for case in cases}, done.stdout


def cmake_project(prefix, work, environment):
    project = work / "shop"
    shutil.copytree(prefix / "share/doc/heddle/examples/project", project)
    # optimised: calls at the end of a function are jumps then, and much is inline
    flags = "-O2" if is_all else "-O1 -foptimize-sibling-calls"
    run("cmake", "-G", "Ninja", "-S", project, "-B", project / "build", f"-DCMAKE_CXX_FLAGS={flags}", env=environment)
    run("cmake", "--build", project / "build", env=environment)
    passed, printed = ctest(project, environment)
    wanted = {"queue_test.Queue.TwoConsumers": False, "queue_test.Queue.InOrder": True,
              "queue_test.Pool.DoesEverything": True, "cache_test.one thread finds what it asked for": True,
              "cache_test.two threads, one price": False, "shop_program.run": True}
    expect(passed == wanted, "CTest finds both bugs, and only them", f"{passed}\n{printed}")
    expect("Warning" not in printed, "CTest warns of nothing", printed)
    expect("assertion `!items_.empty()` fails" in printed, "the queue's bug has its words", printed)
    expect("data race on" in printed, "so has the cache's", printed)
    findings = sorted(path.name for path in (project / "build/heddle-findings").iterdir())
    price = hashlib.sha1(b"cache_test.two threads, one price").hexdigest()[:8]  # others might differ in the blanks
    expect(findings == [f"cache_test.two-threads--one-price+{price}.json", "queue_test.Queue.TwoConsumers.json"],
           "each failing test has a file", findings)
    for name in findings:
        finding = project / "build/heddle-findings" / name
        expect(f"heddle replay {finding}" in printed, "and a line that replays it", printed)
        run(prefix / "bin/heddle", "replay", finding, status=1, env=environment)
    alone = run(project / "build/queue_test", "--gtest_filter=Queue.TwoConsumers", status=None, env=environment)
    expect(alone.returncode == 1 and "no engine" in alone.stdout, "without its engine a check fails", alone.stdout)
    alone = run(project / "build/queue_test", "--gtest_filter=Pool.*", status=None,
                env=dict(environment, HEDDLE_ALLOW_SINGLE_RUN="1"))
    expect(alone.returncode == 0, "unless a single run is allowed", alone.stdout)
    sarif = project / "queue.sarif"
    run(prefix / "bin/heddle", "check", "--format", "sarif", "-o", sarif, "--save", "none",
        project / "build/queue_test", status=1, env=environment)
    expect(json.loads(sarif.read_text())["runs"][0]["results"], "SARIF has the finding")
    recorded = run(prefix / "bin/heddle", "check", "--save", "none", "--compile-commands", project / "build", "--test",
                   "queue_test", status=1, env=environment)
    expect("assertion `!items_.empty()` fails" in recorded.stdout, "compile_commands.json leads to it, too",
           recorded.stdout)

    queue = project / "include/bounded_queue.h"
    queue.write_text(queue.read_text().replace("if (items_.empty()) not_empty_", "while (items_.empty()) not_empty_"))
    cache = project / "include/cache.h"
    cache.write_text(cache.read_text().replace("int lookups_ = 0;", "std::atomic<int> lookups_ = 0;")
                     .replace("#include <map>", "#include <atomic>\n#include <map>"))
    run("cmake", "--build", project / "build", env=environment)
    passed, printed = ctest(project, environment)
    expect(passed == dict.fromkeys(wanted, True), "repaired, everything is clean", f"{passed}\n{printed}")
    labels = run("ctest", "--test-dir", project / "build", "-N", "-L", "^queue$", env=environment)
    expect("Total Tests: 3" in labels.stdout, "labels select", labels.stdout)


def names_that_look_alike(prefix, work, environment):
    """Tests whose names differ only in what no file's name should have: each keeps its finding, until it passes itself."""
    project = work / "alike"
    project.mkdir()
    names = "a b", "a-b", "a/b", "a-b-1"
    (project / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(alike CXX)\nenable_testing()\n"
                                            "find_package(heddle REQUIRED)\nadd_executable(t t.cpp)\nheddle_add_check_test(t)\n")
    case = """TEST_CASE("%s") {
  int n = 0;
  std::thread other([&] { n = 1; });
  if (std::getenv("RIGHT") != nullptr && std::string(std::getenv("RIGHT")) == "%s") other.join();
  n = 2;
  if (other.joinable()) other.join();
}
"""
    (project / "t.cpp").write_text("#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n#include <cstdlib>\n"
                                   "#include <string>\n#include <thread>\n" + "".join(case % (name, name) for name in names))
    run("cmake", "-S", project, "-B", project / "build", env=environment)
    run("cmake", "--build", project / "build", env=environment)
    findings, tests = project / "build/heddle-findings", {f"t.{name}" for name in names}

    def of_each():
        """{the test that a file's finding is of: the file}"""
        saved = {path.name: json.loads(path.read_text())["arguments"] for path in findings.iterdir()}
        return {name: file for file, words in saved.items() for name in names if f"--test-case={name}" in words}

    passed, printed = ctest(project, environment)
    files = of_each()
    expect(passed == dict.fromkeys(tests, False) and set(files) == set(names), "each of them has a file", f"{files}\n{printed}")
    expect(files.get("a-b") == "t.a-b.json", "an ordinary name stays", files)
    for right in names:
        passed, printed = ctest(project, dict(environment, RIGHT=right), "-R", f"^t.{right}$")
        expect(passed == {f"t.{right}": True}, f"`{right}` is right", printed)
        files.pop(right, None)
        expect(of_each() == files, f"`{right}` removes its own file, and no other", f"{of_each()} {files}")


def other_builds(prefix, work, environment):
    examples = prefix / "share/doc/heddle/examples"
    shutil.copytree(examples / "make", work / "make")
    run("make", "-C", work / "make", "check", env=environment)
    done = run("make", "-C", work / "make", "clean", "check", "CXXFLAGS=-std=c++20 -DWRONG", status=2, env=environment)
    expect("assertion `count == 2` fails" in done.stdout, "make: the bug is found", done.stdout)
    if shutil.which("meson") is not None:
        shutil.copytree(examples / "meson", work / "meson")
        for flags, status in ("", 0), ("-DWRONG", 1):
            directory = work / f"meson/build{flags}"
            run("meson", "setup", directory, work / "meson", "-Dheddle=true", f"-Dcpp_args={flags}",
                env=dict(environment, CXX="heddle c++"))
            done = run("meson", "test", "-C", directory, "--print-errorlogs", status=status, env=environment)
        expect("assertion `count == 2` fails" in done.stdout, "Meson: the bug is found", done.stdout)
    environment = dict(environment, PKG_CONFIG_PATH=str(next(prefix.glob("lib*/**/pkgconfig"))))
    for name in "command", "runtime", "toolchain":
        file = run("pkg-config", f"--variable={name}", "heddle", env=environment).stdout.strip()
        expect(os.path.exists(file) and "//" not in file, f"pkg-config knows the {name}", file)
    include = run("pkg-config", "--cflags", "heddle", env=environment).stdout.strip()
    expect(os.path.samefile(include.removeprefix("-I"), prefix / "include"), "pkg-config knows where the headers are",
           include)
    (work / "verbs.cpp").write_text(LIBRARY_USER)
    page_line = "c++ -std=c++20 mine.cpp $(pkg-config --cflags --libs heddle)"
    expect(page_line in (prefix / "share/doc/heddle/doc/cmake.md").read_text(), "the page says how the library is linked")
    run("bash", "-c", page_line.replace("mine.cpp", "verbs.cpp -o verbs"), env=environment, cwd=work)
    done = run(work / "verbs", env=environment, cwd=work)
    expect(done.stdout.startswith("bad input: ") and "no/such" in done.stdout, "and it tells what it could not do", done.stdout)


def typed_into_zsh(functions, typed, wanted):
    """What stands on the screen of an interactive shell after a tab."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="dumb", PS1="$ ")
        os.execvp("zsh", ["zsh", "-f", "-i"])
    os.write(terminal, f"fpath=({functions} $fpath); autoload -U compinit; compinit -u -D; echo re''ady\n".encode())
    seen, is_typed, end = "", False, time.monotonic() + 60
    while wanted not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 65536).decode(errors="replace")
        if not is_typed and "ready" in seen:
            seen, is_typed = "", True
            os.write(terminal, f"{typed}\t".encode())
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return seen


def shells_and_manuals(prefix, environment):
    script = prefix / "share/bash-completion/completions/heddle"
    done = run("bash", "-c", f"source {script}; COMP_WORDS=(heddle che); COMP_CWORD=1; _heddle; echo \"${{COMPREPLY[*]}}\";"
               "COMP_WORDS=(heddle check --mem); COMP_CWORD=2; _heddle; echo \"${COMPREPLY[*]}\";"
               "COMP_WORDS=(heddle check --memory-model r); COMP_CWORD=3; _heddle; echo \"${COMPREPLY[*]}\"")
    expect(done.stdout.split("\n")[:3] == ["check", "--memory-model", "rc11"], "bash completes", done.stdout)
    if shutil.which("fish"):
        done = run("fish", "-c", f"source {prefix}/share/fish/vendor_completions.d/heddle.fish; complete -C 'heddle che'")
        expect(done.stdout.startswith("check"), "fish completes", done.stdout)
    if shutil.which("zsh"):
        for typed, wanted in (("heddle che", "heddle check"), ("heddle check --mem", "--memory-model"),
                              ("heddle check --memory-model r", "rc11")):
            seen = typed_into_zsh(prefix / "share/zsh/vendor-completions", typed, wanted)
            expect(wanted in seen, f"zsh completes `{typed}`", seen)
    pages = sorted(path.name for path in (prefix / "share/man/man1").iterdir())
    listed = run(prefix / "bin/heddle", "--help").stdout.split("\nCommands:\n")[1].split("\nOptions:")[0]
    wanted = ["heddle.1.gz", *(f"heddle-{verb}.1.gz" for verb in re.findall(r"^  ([a-z+]+) ", listed, re.M))]
    expect(len(wanted) > 13 and pages == sorted(wanted), "every verb has a manual page", (pages, wanted))
    if shutil.which("mandoc"):
        for page in pages:
            done = run("mandoc", "-T", "lint", "-W", "error", prefix / "share/man/man1" / page, status=None)
            expect(done.returncode == 0, f"{page} is well formed", done.stdout)
    run(prefix / "bin/heddle", "help", "check", env=environment)
    done = run(sys.executable, sources / "tools/site.py", "--check", prefix / "share/doc/heddle", status=None)
    expect(done.returncode == 0, "the installed pages have no dead link", done.stdout)


def tutorial(prefix, work, environment):
    """Every command of doc/tutorial.md, in order, and what it shows of the project's files; the recipes of doc/ci.md."""
    pages = prefix / "share/doc/heddle"
    directory = work / "tutorial"
    directory.mkdir()
    script = ["set -e", f"cd {directory}"]
    for command in page.commands(pages / "doc/tutorial.md", "shell"):
        fails = f"if {command.text}; then echo 'did not fail: {command.text}'; exit 9; fi"
        script.append(fails if command.fails else command.text)
    done = run("bash", "-c", "\n".join(script), status=None, env=environment)
    expect(done.returncode == 0, "the tutorial's commands do what it says", done.stdout)
    files = [path.read_text() for path in (prefix / "share/doc/heddle/examples/project").rglob("*") if path.is_file()]
    for block in re.findall(r"^```(?:cpp|cmake)\n(.*?)^```", (pages / "doc/tutorial.md").read_text(), re.M | re.S):
        expect(any(block in text for text in files), "the tutorial shows the project as it is", block)
    shop = directory / "shop"
    expect(json.loads((shop / "heddle.sarif").read_text())["version"] == "2.1.0", "SARIF for CI")
    xml.etree.ElementTree.parse(shop / "build/junit.xml")
    recipes = page.commands(pages / "doc/ci.md", "recipe")
    expect(len(recipes) >= 5, "the recipes have commands", recipes)
    for command in recipes:
        done = run("bash", "-c", command.text, status=None, env=environment, cwd=shop)
        expect(done.returncode == 0, f"ci.md: {command.text}", done.stdout)


def typed(prefix, work, environment):
    """The other commands of the pages, each where it is typed; what the README speaks of is made before."""
    shop, plain, examples = work / "tutorial/shop", work / "readme", work / "make"
    where = {"README.md": plain, "doc/faq.md": plain, "doc/tutorial.md": shop, "doc/ci.md": shop, "doc/debugging.md": plain, "doc/cmake.md": shop}
    fails = ("heddle check mine.cpp -O0",)  # as the README shows
    environment = dict(environment, PKG_CONFIG_PATH=str(next(prefix.glob("lib*/**/pkgconfig"))))
    for name in page.PAGES:
        commands = page.commands(prefix / "share/doc/heddle" / name, "typed")
        for command in sorted(commands, key=lambda each: "--gdb" in each.text):  # what makes a finding first
            text = command.text
            directory = work / "meson" if "meson" in text else examples if text.startswith("make ") else where[name]
            if "--gdb" in text:
                text = f"printf 'heddle-who\\nheddle-back\\nquit\\n' | {text}"
            done = run("bash", "-c", text, status=None, env=environment, cwd=directory)
            is_right = done.returncode == (1 if command.text in fails else 0)
            # libz was not compiled for heddle, and the report says so
            expect(is_right or (done.returncode == 3 and "libz" in done.stdout), f"{name}: {command.text}", done.stdout)
            if "--gdb" in text:
                expect("mine.cpp" in done.stdout, "gdb stands in the program", done.stdout)


def files_of_readme(prefix, work, environment):
    """The files that the commands of the README speak of."""
    directory = work / "readme"
    (directory / "include").mkdir(parents=True)
    for name, text in {
            "include/shared.h": "int sum(int, char**);\n",
            "a.cpp": "#include <shared.h>\nint main(int argc, char** argv) { return sum(argc, argv); }\n",
            "b.cpp": "#include <shared.h>\n#include <cstring>\n#include <zlib.h>\nint sum(int argc, char** argv) {\n"
                     "  return argc == 2 && std::strcmp(argv[1], \"input.txt\") == 0 && crc32(0, nullptr, 0) == 0 ? 0 : 9;\n}\n",
            "tests.cpp": "#include <gtest/gtest.h>\n#include <mutex>\n#include <thread>\nTEST(Queue, PushPop) {\n"
                         "  std::mutex m;\n  int n = 0;\n  auto f = [&] { std::scoped_lock hold(m); ++n; };\n"
                         "  std::thread t(f);\n  f();\n  t.join();\n  EXPECT_EQ(n, 2);\n}\n"}.items():
        (directory / name).write_text(text)
    text = (prefix / "share/doc/heddle/README.md").read_text()
    (directory / "mine.cpp").write_text(re.search(r"^```cpp mine.cpp\n(.*?)^```", text, re.M | re.S)[1])
    run("heddle", "c++", "tests.cpp", "-o", "tests", "-lgtest", "-lgtest_main", env=environment, cwd=directory)


def uninstalled(root):
    prefix, manifest = root / "uninstalled", root / "manifest.txt"
    run("cmake", "--install", build, "--prefix", prefix, cwd=build)
    shutil.copy(build / "install_manifest.txt", manifest)
    run("cmake", f"-DMANIFEST={manifest}", "-P", sources / "cmake/uninstall.cmake")
    left = [path for path in prefix.rglob("*") if not path.is_dir()]
    expect(not left, "uninstall leaves nothing", left)


def main():
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        prefix, work, home = root / "prefix", root / "work", root / "home"
        work.mkdir()
        home.mkdir()
        run("cmake", "--install", build, "--prefix", prefix, cwd=build)
        moved = root / "moved"  # the tree can be moved as a whole
        prefix.rename(moved)
        environment = {"PATH": f"{moved}/bin:/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8",
                       "CMAKE_PREFIX_PATH": str(moved), "CMAKE_GENERATOR": "Ninja"}
        size = (moved / "bin/heddle").stat().st_size
        debug = list((moved / "lib/debug/.build-id").glob("*/*.debug"))
        expect(debug and size < (build / "heddle").stat().st_size, "the program is stripped, its debug information is beside it", (size, debug))
        uninstalled(root)
        shells_and_manuals(moved, environment)
        cmake_project(moved, work, environment)
        names_that_look_alike(moved, work, environment)
        other_builds(moved, work, environment)
        if is_all:
            tutorial(moved, work, environment)
            files_of_readme(moved, work, environment)
            typed(moved, work, environment)
    print(f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
