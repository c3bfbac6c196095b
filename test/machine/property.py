#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One property alone, as the software-verification competition has it: NAME.ANSWER.PROPERTY.c, and witnesses that their
readers can read: well formed, of this very file, with threads that were created before they do anything.

usage: property.py heddle source-directory
"""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

SPACE = "{http://graphml.graphdrawing.org/xmlns}"
OUTCOMES = {"true": "clean", "false": "findings", "unknown": "inconclusive"}


def graphml_is_wrong(path, program, violated):
    root = xml.etree.ElementTree.parse(path).getroot()
    graph = root.find(f"{SPACE}graph")
    about = {data.get("key"): data.text for data in graph.findall(f"{SPACE}data")}
    known = {key.get("id") for key in root.findall(f"{SPACE}key")}
    if about["programhash"] != hashlib.sha256(program.read_bytes()).hexdigest():
        return "another file's hash"
    if about["witness-type"] != ("violation_witness" if violated else "correctness_witness"):
        return about["witness-type"]
    if {data.get("key") for data in graph.iter(f"{SPACE}data")} - known:
        return "a key that is not declared"
    nodes = {node.get("id") for node in graph.findall(f"{SPACE}node")}
    here, threads, seen = "N0", set(), {"N0"}
    for edge in graph.findall(f"{SPACE}edge"):
        said = {data.get("key"): data.text for data in edge.findall(f"{SPACE}data")}
        if edge.get("source") != here or edge.get("target") not in nodes:
            return f"an edge from {edge.get('source')} at {here}"
        here = edge.get("target")
        seen.add(here)
        threads.update([said["createThread"]] if "createThread" in said else [])
        if said["threadId"] not in threads:
            return f"thread {said['threadId']} was never created"
    if seen != nodes:
        return f"nodes without edges: {nodes - seen}"
    last = next(node for node in graph.findall(f"{SPACE}node") if node.get("id") == here)
    marks = {data.get("key") for data in last.findall(f"{SPACE}data")}
    return "no violation at the end" if violated and "violation" not in marks else ""


def yaml_is_wrong(path, program, violated):
    entry = json.loads(path.read_text().removeprefix("- "))
    if entry["metadata"]["task"]["input_file_hashes"] != {str(program): hashlib.sha256(program.read_bytes()).hexdigest()}:
        return "another file's hash"
    if entry["entry_type"] != ("violation_sequence" if violated else "invariant_set"):
        return entry["entry_type"]
    waypoints = [each["waypoint"] for part in entry["content"] for each in part["segment"]]
    return "" if [each["type"] for each in waypoints] == ["target"] * violated else f"waypoints {waypoints}"


def main():
    heddle, root = sys.argv[1], pathlib.Path(sys.argv[2])
    wrong = []
    programs = sorted((root / "test/machine/properties").glob("*.c"))
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            _, answer, wanted, _ = program.name.split(".")
            for ending, is_wrong in (("graphml", graphml_is_wrong), ("yml", yaml_is_wrong)):
                witness = pathlib.Path(folder) / f"{program.name}.{ending}"
                done = subprocess.run([heddle, "check", "--property", wanted, "--witness", witness, program, "--format",
                                       "json", "--save", "none"], capture_output=True, text=True)
                if done.returncode not in (0, 1, 3):
                    wrong.append(f"{program.name}: exit {done.returncode}: {done.stderr}")
                    continue
                report = json.loads(done.stdout)
                if report["verdict"] != OUTCOMES[answer] or f"{wanted}: {answer}" not in report.get("notes", []):
                    wrong.append(f"{program.name}: {report['verdict']}, {report.get('notes')}, {report.get('reasons')}")
                elif witness.exists() != (answer != "unknown"):
                    wrong.append(f"{program.name}: {'a' if witness.exists() else 'no'} {ending} witness")
                elif witness.exists() and (why := is_wrong(witness, program, answer == "false")):
                    wrong.append(f"{program.name}: {ending}: {why}")
    print("\n".join(wrong) or f"{len(programs)} programs as named")
    return 1 if wrong or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
