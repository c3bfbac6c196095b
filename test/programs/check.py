#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one small program under `heddle run` and compares with the truth in its name.

    check.py HEDDLE PROGRAM [--all]

PROGRAM is name.truth.c or name.truth.cpp; truth is clean (the exit status is then the program's
own), inconclusive (exit status 3; the reason must contain what `// reason:` says), or the name of
the kind of finding. Comments in the file may add
    // expect-variable: x      a finding of that kind names x
    // expect-note: text       a note of a finding, or of the report, contains this regular expression (then with
                               --each-variable)
    // exit: 7                 the program's own exit status
    // flags: -fopenmp         more options for the compiler
    // compilers: gcc clang-19 only these
    // only: run               it says nothing of `heddle check`
    // built-by: gcc -fsanitize=thread -g   the program is built by this command, and run as it is
Without --all one compiler and level of optimisation is chosen by the name, so that every combination is met in the
suite; with it every one is tried, and clang's without the reduction (--unreduced) too. Several programs may be given at once.
"""
import json, os, re, subprocess, sys, tempfile, zlib

COMPILERS = {'gcc': ('gcc', 'g++'), 'clang-14': ('clang-14', 'clang++-14'), 'clang-19': ('clang-19', 'clang++-19')}

def available(compiler):
    return any(os.access(os.path.join(d, COMPILERS[compiler][0]), os.X_OK) for d in os.environ['PATH'].split(':'))

def directive(text, name):
    found = re.search(r'^// ' + name + r': (.*)$', text, re.M)
    return found.group(1).split() if found else []

def run(heddle, path, compiler, levels):
    """The empty string if all is as it should be, else what is not."""
    text = open(path).read()
    truth = {'safe': 'clean', 'race': 'data-race'}.get(os.path.basename(path).split('.')[1],
                                                       os.path.basename(path).split('.')[1])
    is_c = path.endswith('.c')
    with tempfile.TemporaryDirectory() as directory:
        report = os.path.join(directory, 'report.json')
        command = [heddle, 'run', '--format', 'json', '--output', report,
                   '--compiler', COMPILERS[compiler][0 if is_c else 1], *('--flag=' + level for level in levels.split())]
        notes = re.findall(r'^// expect-note: (.*)$', text, re.M)
        if notes:
            command.append('--each-variable')
        for flag in directive(text, 'flags'):
            command.append('--flag=' + flag)
        builder = directive(text, 'built-by')
        if builder:
            subprocess.run([*builder, path, '-o', os.path.join(directory, 'app')], check=True)
            command = command[:6]
        done = subprocess.run(command + [os.path.join(directory, 'app') if builder else path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
        if not os.path.exists(report):
            return 'no report: ' + done.stderr.decode()[-2000:]
        result = json.load(open(report))
    kinds = {finding['kind'] for finding in result['findings']}
    shown = json.dumps(result, indent=1)[:3000]
    told = result.get('notes', []) + [line for f in result['findings'] for line in f.get('notes', [])]
    for note in notes:
        if not any(re.search(note, line) for line in told):
            return f'no note says {note}: {shown}'
    if truth == 'clean':
        status = int((directive(text, 'exit') or ['0'])[0])
        if result['verdict'] != 'clean' or done.returncode != status:
            return f'expected clean and exit status {status}, got {done.returncode}: {shown}'
        return ''
    if truth == 'inconclusive':
        reason = ' '.join(directive(text, 'reason'))
        if result['verdict'] != 'inconclusive' or done.returncode != 3 or reason not in (result['reason'] or ''):
            return f'expected inconclusive because of "{reason}", got {done.returncode}: {shown}'
        return ''
    kind = truth
    if kind not in kinds or done.returncode != 1:
        return f'expected {kind} and exit status 1, got {done.returncode}: {shown}'
    for variable in directive(text, 'expect-variable'):
        if not any(f['kind'] == kind and re.search(r'(?<!\w)' + re.escape(variable) + r'(?!\w)', f.get('variable', ''))
                   for f in result['findings']):
            return f'no {kind} names {variable}: {shown}'
    return ''

def main():
    arguments = [a for a in sys.argv[1:] if a != '--all']
    heddle, paths = arguments[0], arguments[1:]
    failures = 0
    for path in paths:
        text = open(path).read()
        choices = [(c, level) for c in (directive(text, 'compilers') or COMPILERS) if available(c)
                   for level in ('-O0', '-O2')]
        if '--all' in sys.argv:
            choices += [(c, level + ' --unreduced') for c, level in choices if c != 'gcc']
        if '--all' not in sys.argv:
            choices = [choices[zlib.crc32(os.path.basename(path).encode()) % len(choices)]]
        for compiler, level in choices:
            try:
                trouble = run(heddle, path, compiler, level)
            except subprocess.TimeoutExpired:
                trouble = 'it does not end'
            if trouble:
                failures += 1
                print(f'{path} ({compiler} {level}): {trouble}')
    sys.exit(1 if failures else 0)

main()
