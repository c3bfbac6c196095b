# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder begin and end with."""
import json
import os
import shutil
import subprocess
import sys

wrong = 0
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root", "--mca", "btl", "tcp,self", "-n"]
# If a rank dies, mpirun gives the others a second to end, and looks after each of them.
os.environ["OMPI_MCA_odls_base_sigkill_timeout"] = "0"


def begin(work):
    """In an empty directory."""
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    os.chdir(work)


def has_mpi(heddle):
    library = os.path.join(os.path.dirname(heddle), "lib/heddle/libheddle_mpi.so")
    return shutil.which("mpirun") is not None and os.path.exists(library)


def need_mpi(heddle):
    if not has_mpi(heddle):
        print("there is no MPI here")
        sys.exit(77)


def complain(text):
    global wrong
    wrong += 1
    print("WRONG:", text, flush=True)


def ranks_of(process):
    """The processes of heddle that this mpirun started."""
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
    ranks = []
    for each in found:
        try:
            if "heddle" in open(f"/proc/{each}/cmdline").read():
                ranks.append(int(each))
        except (FileNotFoundError, ProcessLookupError):
            pass  # it is over
    return ranks


def descendants_of(number):
    """All that it has started, and what they have."""
    found = [int(each) for each in subprocess.run(["pgrep", "-P", str(number)], capture_output=True, text=True).stdout.split()]
    return found + [more for each in found for more in descendants_of(each)]


def runs(number):
    try:
        return open(f"/proc/{number}/stat").read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def is_whole(out):
    """mpirun may end while it hands on what rank 0 prints: what is cut says nothing to a reader of JSON."""
    try:
        return bool(out.strip()) and json.loads(out) is not None
    except json.JSONDecodeError:
        return False


def write_share(report, path):
    """A report of a share with something changed, and the digest it would have (report/share_digest.h)."""
    report["share"].pop("digest", None)
    digest = 0xcbf29ce484222325
    for byte in json.dumps(report, separators=(",", ":"), ensure_ascii=False).encode():
        digest = ((digest ^ byte) * 0x100000001b3) & (1 << 64) - 1
    report["share"]["digest"] = f"{digest:016x}"
    with open(path, "w") as file:
        json.dump(report, file, ensure_ascii=False)


def end():
    sys.exit(1 if wrong else 0)
