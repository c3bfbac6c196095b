#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The layout test itself: it must reject an arrow that points down, also inside a folder, and one between engines."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import include_arrows

LAYOUT = "heddle_folder(base)\nheddle_folder(event USES base)\nheddle_folder(detect USES event)\nheddle_folder(states USES event)\n"
LAYOUT += "heddle_folder(program)\nheddle_folder(prove)\n"
CASES = [("event", "base", True), ("base", "event", False), ("states", "detect", False), ("cli", "states", True),
         ("program/machine", "program/translate", True), ("program/translate", "program/machine", False),
         ("program", "program/translate", False), ("prove", "prove/concrete", True), ("prove/front", "prove", False),
         ("program/unknown", "program", False), ("event/part", "event", False)]

for here, there, allowed in CASES:
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        (root / "src" / here).mkdir(parents=True)
        (root / "src/CMakeLists.txt").write_text(LAYOUT)
        (root / "src" / here / "x.cpp").write_text(f'#include "{there}/y.h"\n')
        if allowed != (not list(include_arrows.wrong_arrows(root))):
            sys.exit(f"{here} -> {there}: expected {'allowed' if allowed else 'rejected'}")
print(f"{len(CASES)} passed, 0 failed")
