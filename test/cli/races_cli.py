#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`heddle races` and `heddle trace` on bad, broken and interrupted input: the exit status, and what is said.
races_cli.py HEDDLE"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HEDDLE = pathlib.Path(sys.argv.pop(1)).resolve()
CLEAN, FINDINGS, BAD, INCONCLUSIVE = 0, 1, 2, 3
RACY = "T0|w(x)|1\nT1|w(x)|2\n"
FREE = "T0|w(x)|1\nT1|w(y)|2\n"


class Races(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def path(self, name, content=None):
        path = pathlib.Path(self.directory.name) / name
        if content is not None:
            path.write_bytes(content if isinstance(content, (bytes, bytearray)) else content.encode())
        return path

    def heddle(self, *arguments, stdin=b""):
        return subprocess.run([HEDDLE, *map(str, arguments)], input=stdin, timeout=120, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)

    def expect(self, status, words, *arguments, stdin=b""):
        """The status; and the words are in what it says: errors on standard error, reports on standard output."""
        done = self.heddle(*arguments, stdin=stdin)
        said = (done.stderr if status == BAD else done.stdout + done.stderr).decode()
        self.assertEqual(done.returncode, status, f"{arguments}: {said}")
        for word in [words] if isinstance(words, str) else words:
            self.assertIn(word, said, arguments)
        return said

    def generated(self, name, events, *more):
        path = self.path(name)
        self.assertEqual(self.heddle("trace", "generate", "--events", events, *more, path).returncode, CLEAN)
        return path

    def test_verdicts(self):
        self.expect(FINDINGS, "data race on `x`", "races", self.path("racy.std", RACY))
        self.expect(CLEAN, "clean", "races", self.path("free.std", FREE))

    def test_no_such_file(self):
        self.expect(BAD, ["gone.std", "No such file"], "races", self.path("gone.std"))
        self.expect(BAD, ["gone.hdl", "No such file"], "trace", "info", self.path("gone.hdl"))

    def test_directory(self):
        self.expect(BAD, ["is a directory", "a trace file was expected"], "races", self.directory.name)

    def test_no_permission(self):
        path = self.path("secret.std", RACY)
        path.chmod(0)
        try:
            path.read_bytes()
        except PermissionError:
            self.expect(BAD, ["secret.std", "Permission denied"], "races", path)

    def test_empty(self):
        self.expect(INCONCLUSIVE, "holds no event", "races", self.path("empty.std", ""))
        self.expect(INCONCLUSIVE, "the trace breaks off before its first event", "races", self.path("empty.hdl", ""))

    def test_garbage(self):
        garbage = bytes(i * 167 % 256 for i in range(5000))
        said = self.expect(BAD, "garbage.std:1", "races", self.path("garbage.std", garbage))
        self.assertTrue(said[:-1].isprintable(), said)
        self.expect(BAD, ["garbage.hdl:byte 0", "expected those of an .hdl trace"],
                    "races", self.path("garbage.hdl", garbage))

    def test_line_and_expectation(self):
        self.expect(BAD, ["wrong.std:2", "expected"], "races", self.path("wrong.std", "T0|w(x)|1\nT0|frobs(x)|2\n"))

    def test_impossible(self):
        path = self.path("impossible.std", "T0|acq(l)|1\nT1|rel(l)|2\n" + RACY)
        self.expect(BAD, ["impossible.std:2", "T1 releases `l`, which T0 holds"], "races", path)
        self.expect(FINDINGS, "1 event was skipped", "races", "--lenient", path)

    def test_truncated(self):
        whole = self.generated("whole.hdl", 100000, "--racy", "0").read_bytes()
        self.expect(CLEAN, "clean", "races", self.path("copy.hdl", whole))
        for length in [*range(0, 120, 9), 1000, len(whole) // 2, *range(len(whole) - 60, len(whole), 7)]:
            path = self.path("cut.hdl", whole[:length])
            self.expect(INCONCLUSIVE, "breaks off", "races", path)
        self.expect(INCONCLUSIVE, "breaks off", "trace", "info", path)
        self.expect(INCONCLUSIVE, "breaks off", "trace", "convert", path, self.path("on.hdl"))
        self.expect(INCONCLUSIVE, "breaks off", "races", self.path("on.hdl"))  # the doubt is kept

    def test_damaged(self):
        whole = bytearray(self.generated("whole.hdl", 100000, "--racy", "0").read_bytes())
        whole[len(whole) // 2] ^= 0x10
        self.expect(INCONCLUSIVE, ["is damaged after event", "checksum"], "races", self.path("damaged.hdl", whole))
        later = self.path("later.hdl", self.path("whole.hdl").read_bytes()[:8] + b"\xff\0\0\0")
        self.expect(INCONCLUSIVE, "breaks off", "races", later)
        later.write_bytes(later.read_bytes() + bytes(4))
        self.expect(BAD, "version 255", "races", later)

    def test_still_being_written(self):
        """A file that grows: what is there so far is judged, and it is never called clean."""
        path = self.path("growing.hdl")
        writer = subprocess.Popen([HEDDLE, "trace", "generate", "--events", "100000000", "--racy", "0", path])
        try:
            while not path.exists() or path.stat().st_size < 2_000_000:
                self.assertIsNone(writer.poll())
                time.sleep(0.01)
            writer.send_signal(signal.SIGSTOP)
            self.expect(INCONCLUSIVE, "the recording did not finish", "races", path)
        finally:
            writer.kill()
            writer.wait()

    def test_full_disk(self):
        racy = self.path("racy.std", RACY)
        self.expect(FINDINGS, ["/dev/full", "No space left", "data race on `x`"], "races", racy, "--output", "/dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([HEDDLE, "races", racy], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, BAD)
        self.assertIn(b"No space left", done.stderr)
        with open("/dev/full", "wb") as full:
            done = subprocess.run([HEDDLE, "trace", "cat", racy], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, BAD)
        self.assertIn(b"No space left", done.stderr)

    def test_output(self):
        racy = self.path("racy.std", RACY)
        self.expect(BAD, ["nowhere/report.json", "No such file"], "races", racy, "-o", self.path("nowhere/report.json"))
        self.expect(FINDINGS, "", "races", racy, "--format", "json", "-o", self.path("report.json"))
        self.assertEqual(json.loads(self.path("report.json").read_text())["verdict"], "findings")
        self.expect(BAD, "expected a name that ends in .hdl or .std", "trace", "convert", racy, self.path("racy.txt"))

    def test_standard_input(self):
        self.expect(FINDINGS, "data race on `x`", "races", "-", stdin=RACY.encode())
        self.expect(BAD, "standard input:1", "races", "-", stdin=b"nonsense\n")
        hdl = self.path("racy.hdl")
        self.expect(CLEAN, "", "trace", "convert", self.path("racy.std", RACY), hdl)
        self.expect(FINDINGS, "data race on `x`", "races", "-", stdin=hdl.read_bytes())
        self.expect(BAD, "standard input cannot be read twice", "races", "-", "--recheck", stdin=RACY.encode())

    def test_usage(self):
        self.expect(BAD, "TRACE", "races")
        racy = self.path("racy.std", RACY)
        self.expect(BAD, "--engine", "races", racy, "--engine", "magic")
        self.expect(BAD, "--format", "races", racy, "--format", "xml")
        self.expect(CLEAN, "goldilocks", "races", "--help")

    def test_interrupted(self):
        """Ctrl-C reports what is known so far: here an endless trace, whose writer never stops."""
        writer = subprocess.Popen(["yes", "T0|w(x)|1"], stdout=subprocess.PIPE)
        reader = subprocess.Popen([HEDDLE, "races", "-", "--format", "json"], stdin=writer.stdout,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            writer.stdout.close()
            time.sleep(1)
            reader.send_signal(signal.SIGINT)
            out, errors = reader.communicate(timeout=60)
        finally:
            writer.kill()
            writer.wait()
            reader.kill()
        self.assertEqual(reader.returncode, INCONCLUSIVE, errors)
        report = json.loads(out)
        self.assertEqual(report["verdict"], "inconclusive")
        self.assertIn("interrupted after", json.dumps(report))
        self.assertGreater(report["statistics"]["events"], 0)

    def test_interrupted_while_nothing_arrives(self):
        """A writer that has stalled in the middle of a line: what came before it is judged."""
        reader = subprocess.Popen([HEDDLE, "races", "-", "--format", "json"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        reader.stdin.write(b"T0|w(x)|1\nT1|w(x)|2\nT1|w(")
        reader.stdin.flush()
        time.sleep(1)
        reader.send_signal(signal.SIGINT)
        reader.wait(timeout=60)
        report = json.loads(reader.stdout.read())
        reader.communicate()
        self.assertEqual(reader.returncode, FINDINGS, report)
        self.assertIn("interrupted", json.dumps(report))
        self.assertEqual(len(report["findings"]), 1)

    def test_interrupted_conversion(self):
        path = self.path("long.hdl")
        writer = subprocess.Popen([HEDDLE, "trace", "generate", "--events", "10000000000", "--racy", "0", path],
                                  stderr=subprocess.PIPE)
        while not path.exists() or path.stat().st_size < 100_000:
            self.assertIsNone(writer.poll())
            time.sleep(0.01)
        writer.send_signal(signal.SIGINT)
        _, errors = writer.communicate(timeout=60)
        self.assertEqual(writer.returncode, INCONCLUSIVE)
        self.assertIn(b"interrupted after", errors)
        self.expect(INCONCLUSIVE, "the recording did not finish", "races", path)


if __name__ == "__main__":
    unittest.main()
