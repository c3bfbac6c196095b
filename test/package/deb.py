#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of the README and of the recipes for CI that change a machine: set-up, make install and uninstall, and the
Debian package: built, looked at by lintian, installed, used by another user from an empty home, purged. And the tarball:
unpacked, used with none of heddle's libraries from the system.

They are typed in a copy of the system (an overlay in a mount namespace of its own): nothing outside changes. That takes
root; without it, and without overlays, the test is skipped: exit status 77.

    deb.py BUILD_DIRECTORY SOURCE_DIRECTORY
"""
import os
import pathlib
import subprocess
import sys
import tempfile

build, sources = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])

sys.path.insert(0, str(sources / "test/docs"))
import page  # noqa: E402  (the commands of the pages)

# What another user does in an empty home.
USE = r"""set -eu
cd "$(mktemp -d)"
cat > mine.cpp <<'CODE'
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> count;
int main() {
  std::thread other([] { count = count + 1; });
  count = count + 1;
  other.join();
  assert(count == 2);
}
CODE
status=0; heddle check mine.cpp > report || status=$?
test $status -eq 1; grep 'assertion `count == 2` fails' report
status=0; heddle replay heddle-finding.json > report || status=$?
test $status -eq 1
heddle run mine.cpp
man -P cat heddle-check 2>/dev/null | grep -q SYNOPSIS || test -f /usr/share/man/man1/heddle-check.1.gz
mkdir project; cat > project/CMakeLists.txt <<'CODE'
cmake_minimum_required(VERSION 3.20)
project(mine CXX)
find_package(heddle REQUIRED)
find_package(Threads REQUIRED)
enable_testing()
add_executable(mine ../mine.cpp)
target_link_libraries(mine Threads::Threads)
heddle_add_check_test(mine)
CODE
cmake -S project -B project/build > /dev/null; cmake --build project/build > /dev/null
! ctest --test-dir project/build > report; grep '100% tests passed' report && exit 1
grep 'mine .*Failed' report
"""
USED = "su stranger -c 'env -i HOME=$HOME PATH=/usr/local/bin:/usr/bin:/bin bash /packages/use.sh'"
# What has the name of heddle and is newer than the package.
NOTHING_LEFT = """left=$(find /usr /etc -name '*heddle*' -newer /packages/begin 2>/dev/null | head)
test -z "$left" || { echo "left behind: $left"; exit 1; }"""
# Where a command of the README is typed, and what must be true after it.
TYPED_IN = {"sudo apt install ./heddle_….deb": "/packages"}
AFTER = {"sudo make install": USED, "sudo make uninstall": NOTHING_LEFT, "sudo apt install ./heddle_….deb": USED}
ON_THE_HOST = ("make deb", "make tarball")


def in_the_copy(commands, recipes):
    """The script that types the commands of the README, then purges the package, then those of the recipes for CI."""
    lines = ["set -eu", f"export BUILD={build} DEBIAN_FRONTEND=noninteractive",
             # Debian has it, but not every container does.
             "command -v sudo >/dev/null || { printf '#!/bin/sh\\nexec \"$@\"\\n' >/usr/sbin/sudo; chmod 755 /usr/sbin/sudo; }",
             "useradd -m stranger; mkdir /machine; cd /machine",
             f"ln -s {sources} heddle; touch /packages/begin; chmod 755 /packages"]
    for command in commands:
        typed = command.replace("…", "*")
        if command.startswith("man "):  # some containers have another program of this name, which says that there are no pages
            typed = f"{typed} | grep -q SYNOPSIS || test -f /usr/share/man/man1/{command.split()[1]}.1.gz"
        lines += [f"echo {typed!r}", f"cd {TYPED_IN[command]}; {typed}; cd /machine/heddle" if command in TYPED_IN else typed,
                  AFTER.get(command, ":")]
    lines += ["dpkg --purge heddle", NOTHING_LEFT, "echo the package was installed, used and purged",
              "mkdir -p /machine/ci; cp /packages/*.deb /machine/ci; cd /machine"]
    for recipe in recipes:  # without a network there is nothing to update from
        lines += [f"if timeout 60 apt-get update >/dev/null 2>&1; then {recipe}; {USED}; dpkg --purge heddle; else echo no network for: {recipe!r}; fi"]
    return "\n".join(lines)


def run(*command, status=0, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=1800, **options)
    if status is not None and done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def in_a_copy_of_the_system(package, scratch, work):
    """Does the work there. False: this is no place for it."""
    script = f"""set -e
mount -t tmpfs tmpfs {scratch}
mkdir -p {scratch}/upper {scratch}/work {scratch}/root
mount -t overlay overlay -o lowerdir=/,upperdir={scratch}/upper,workdir={scratch}/work {scratch}/root
mount --rbind /proc {scratch}/root/proc
mount --rbind /dev {scratch}/root/dev
mount -t tmpfs tmpfs {scratch}/root/tmp
chmod 1777 {scratch}/root/tmp
mkdir -p {scratch}/root/packages {scratch}/root{sources} {scratch}/root{build}
mount --rbind {sources} {scratch}/root{sources}
mount --rbind {build} {scratch}/root{build}
cp {package} {scratch}/root/packages
printf %s "$USE" > {scratch}/root/packages/use.sh
"""
    environment = dict(os.environ, USE=USE, WORK=work)
    tried = subprocess.run(["unshare", "-m", "bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           env=environment)
    if tried.returncode != 0:
        print(f"skipped: {tried.stdout}")
        return False
    print(run("unshare", "-m", "bash", "-c", script + f"chroot {scratch}/root bash -c \"$WORK\"", env=environment))
    return True


def main():
    readme = [command.text for command in page.commands(sources / "README.md", "system")]
    recipes = sorted({command.text for command in page.commands(sources / "doc/ci.md", "system")})
    others = [name for name in page.PAGES if name not in ("README.md", "doc/ci.md") and page.commands(sources / name, "system")]
    if others or not recipes or not {*AFTER, *ON_THE_HOST} <= {*readme}:
        print(f"the pages have other commands than this test knows: {others} {recipes} {readme}")
        return 1
    with tempfile.TemporaryDirectory() as directory:
        for name in (build / "packages").glob("heddle*"):
            name.unlink()
        for command in ON_THE_HOST:
            printed = run("bash", "-c", command, cwd=sources, env=dict(os.environ, BUILD=str(build)))
        package = next((build / "packages").glob("*.deb"))
        print(f"{package.name}: {package.stat().st_size / 2**20:.1f} MiB")
        depends, recommends = (run("dpkg-deb", "-f", package, field).strip() for field in ("Depends", "Recommends"))
        print(f"{depends}\n{recommends}")
        if "libc6 (" not in depends or "libstdc++6 (" not in depends or "mpi" in depends:
            print("the package depends on too little, or on Open MPI")
            return 1
        if (build / "lib/heddle/libheddle_mpi.so").exists() and "libopenmpi" not in recommends:
            print("the package does not recommend Open MPI")
            return 1
        judged = run("lintian", "--fail-on", "error", "--allow-root", package, status=None)
        errors = [line for line in judged.splitlines() if line.startswith("E:")]
        print(judged)
        if errors:
            return 1
        tarball = printed.strip().splitlines()[-1]
        run("tar", "-C", directory, "-xf", tarball)
        unpacked = next(pathlib.Path(directory).glob("heddle-*-linux-x86_64"))
        libraries = run("ldd", unpacked / "bin/heddle")
        strange = [line for line in libraries.splitlines() if "=>" in line and str(unpacked) not in line and
                   not any(name in line for name in ("libc.so", "libm.so", "libdl", "libpthread", "librt"))]
        if strange:
            print(f"the tarball needs what it does not have: {strange}")
            return 1
        (pathlib.Path(directory) / "mine.c").write_text("int main(void) { return 0; }\n")
        run(unpacked / "bin/heddle", "check", "mine.c", cwd=directory)
        print(f"{pathlib.Path(tarball).name}: {os.path.getsize(tarball) / 2**20:.1f} MiB")
        scratch = pathlib.Path(directory) / "scratch"
        scratch.mkdir()
        work = in_the_copy([command for command in readme if command not in ON_THE_HOST], recipes)
        if os.geteuid() != 0 or not in_a_copy_of_the_system(package, scratch, work):
            return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
