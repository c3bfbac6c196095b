# SPDX-License-Identifier: Apache-2.0
"""What tests of reports share: a count of what was expected, and of what was not so."""

wrong = []
checked = 0


def expect(good, words):
    global checked
    checked += 1
    if not good:
        wrong.append(words)


def status():
    print("\n".join(wrong) or f"{checked} expectations hold")
    return 1 if wrong else 0
