#!/usr/bin/env python3
"""Holds the scores of a command against the floors that the project has reached.

usage: scores.py SHARED COMMAND FLOORS.json

SHARED has gold/ and cases/ with their own scorers. FLOORS.json says of each figure the least that it may be. A figure
that has risen is printed, so that its floor can follow. Cases that SHARED lacks are passed over with a word.
"""
import json, os, re, subprocess, sys

shared, command, floors = sys.argv[1:]
find = [command, '--json', '--input', 'text']

def run(*args):
    p = subprocess.run([sys.executable, *args], capture_output=True, text=True)
    if p.returncode not in (0, 1):
        sys.exit(p.stderr)
    return p.stdout

gold = run(f'{shared}/gold/score.py', '--json', f'{shared}/gold/dev.json', '--', *find)
figures = {'gold dev F1': float(re.search(r'F1 ([\d.]+)', gold)[1])}
for kind in ('wrapped-broken', 'angle-broken'):
    figures[f'gold dev {kind}'] = int(re.search(rf'\b{kind} (\d+)/', gold)[1])
figures['gold dev bare-broken among readings'] = int(re.search(r'among readings (\d+)', gold)[1])
# A host that ends in a hyphen at the end of a line is rejected with its readings. The scorer does not count these, so they are counted here
# as if the result were printed: this is another figure, and not that of the scorer.
offered = ['sh', '-c', '"$@" --rejected | sed \'/"readings":/s/,"rejected":true//\'', 'sh', *find]
gold = run(f'{shared}/gold/score.py', '--json', f'{shared}/gold/dev.json', '--', *offered)
figures['gold dev bare-broken among readings, of rejected results too'] = int(re.search(r'among readings (\d+)', gold)[1])
for name in ('fresh-dev', 'fresh2-dev'):
    fresh = run(f'{shared}/gold/score.py', '--json', f'{shared}/gold/{name}.json', '--', *find)
    figures[f'gold {name} F1'] = float(re.search(r'F1 ([\d.]+)', fresh)[1])
for name in ('wrappers', 'consensus'):
    out = run(f'{shared}/cases/run.py', f'{shared}/cases/{name}.jsonl', '--', *find)
    figures[f'cases {name}'] = int(re.search(r'(\d+) passed', out)[1])
for name, scorer in (('peers-dev', 'run_peers.py'), ('files-dev', 'run_files.py')):
    scorer, cases = f'{shared}/cases/{scorer}', f'{shared}/cases/{name}.jsonl'
    if os.path.exists(scorer) and os.path.exists(cases):
        figures[f'cases {name}'] = int(re.search(r'(\d+) passed', run(scorer, cases, command))[1])

auto = [command, '--json']
figures['gold dev F1, auto'] = float(re.search(r'F1 ([\d.]+)', run(f'{shared}/gold/score.py', '--json', f'{shared}/gold/dev.json', '--', *auto))[1])
figures['mail dev recall'] = float(re.search(r'all \d+/\d+ = ([\d.]+)', run(f'{shared}/gold/score_mail.py', f'{shared}/gold/mail-dev.json', '--', *auto))[1])

failed = False
for name, floor in json.load(open(floors)).items():
    got = figures.pop(name, None)
    if got is None:
        print(f'{name}: passed over, since {shared} lacks its cases')
        continue
    word = 'below its floor' if got < floor else 'above its floor: raise it' if got > floor else 'at its floor'
    print(f'{name}: {got}, {word} ({floor})')
    failed |= got < floor
for name, got in figures.items():
    print(f'{name}: {got}, without a floor')
sys.exit(failed)
