#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian package: built, looked at by lintian, installed, used by another user from an empty home, purged. And the
tarball: unpacked, used with none of heddle's libraries from the system.

The package is installed into a copy of the system (an overlay in a mount namespace of its own): nothing outside changes.
That takes root; without it, and without overlays, the test is skipped: exit status 77.

    deb.py BUILD_DIRECTORY SOURCE_DIRECTORY
"""
import os
import pathlib
import subprocess
import sys
import tempfile

build, sources = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])

USE = """set -eu
dpkg -i /packages/heddle.deb
useradd -m stranger
cat > /packages/use.sh <<'END'
set -eu
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
END
chmod 755 /packages; su stranger -c 'env -i HOME=$HOME PATH=/usr/bin:/bin bash /packages/use.sh'
dpkg --purge heddle
left=$(find /usr /etc -name '*heddle*' -newer /packages/heddle.deb 2>/dev/null | head)
test -z "$left" || { echo "left behind: $left"; exit 1; }
echo the package was installed, used and purged
"""


def run(*command, status=0, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=1800, **options)
    if status is not None and done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def in_a_copy_of_the_system(package, scratch):
    """False: this is no place for it."""
    script = f"""set -e
mount -t tmpfs tmpfs {scratch}
mkdir -p {scratch}/upper {scratch}/work {scratch}/root
mount -t overlay overlay -o lowerdir=/,upperdir={scratch}/upper,workdir={scratch}/work {scratch}/root
mount --rbind /proc {scratch}/root/proc
mount --rbind /dev {scratch}/root/dev
mount -t tmpfs tmpfs {scratch}/root/tmp
chmod 1777 {scratch}/root/tmp
mkdir -p {scratch}/root/packages
cp {package} {scratch}/root/packages/heddle.deb
"""
    tried = subprocess.run(["unshare", "-m", "bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if tried.returncode != 0:
        print(f"skipped: {tried.stdout}")
        return False
    print(run("unshare", "-m", "bash", "-c", script + f"chroot {scratch}/root bash -c \"$USE\"",
              env=dict(os.environ, USE=USE)).splitlines()[-1])
    return True


def main():
    with tempfile.TemporaryDirectory() as directory:
        run("cpack", "-G", "DEB", "-B", directory, cwd=build)
        package = next(pathlib.Path(directory).glob("*.deb"))
        print(f"{package.name}: {package.stat().st_size / 2**20:.1f} MiB")
        print(run("dpkg-deb", "-f", package, "Depends").strip())
        judged = run("lintian", "--fail-on", "error", "--allow-root", package, status=None)
        errors = [line for line in judged.splitlines() if line.startswith("E:")]
        print(judged)
        if errors:
            return 1
        tarball = run("tools/tarball.sh", build, directory, cwd=sources).strip().splitlines()[-1]
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
        if os.geteuid() != 0 or not in_a_copy_of_the_system(package, scratch):
            return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
