#!/usr/bin/env python3
"""Holds the scores of a command against the floors that the project has reached.

usage: scores.py SHARED COMMAND FLOORS.json

SHARED has gold/ and cases/ with their own scorers. FLOORS.json says of each figure the least that it may be. A figure
that has risen is printed, so that its floor can follow. Cases that SHARED lacks are passed over with a word.
"""
import concurrent.futures, json, os, re, subprocess, sys

shared, command, floors = sys.argv[1:]
find = [command, '--json', '--input', 'text']

def run(*args):
    p = subprocess.run([sys.executable, *args], capture_output=True, text=True)
    if p.returncode not in (0, 1):
        sys.exit(p.stderr)
    return p.stdout

gold, cases, auto = f'{shared}/gold', f'{shared}/cases', [command, '--json']
# A host that ends in a hyphen at the end of a line is rejected with its readings. The scorer does not count these, so they are counted here
# as if the result were printed: this is another figure, and not that of the scorer.
offered = ['sh', '-c', '"$@" --rejected | sed \'/"readings":/s/,"rejected":true//\'', 'sh', *find]

def of_gold(name, *command):
    return f'{gold}/score.py', '--json', f'{gold}/{name}.json', '--', *command

F1, readings, passed = r'F1 (\d+\.\d+)', r'among readings (\d+)', r'(\d+) passed'
# Each scorer with its arguments, and the figures that it prints.
scorers = [
    (of_gold('dev', *find), {
        'gold dev F1': F1, 'gold dev bare-broken among readings': readings,
        **{f'gold dev {kind}': rf'\b{kind} (\d+)/' for kind in ('wrapped-broken', 'angle-broken')}}),
    (of_gold('dev', *offered), {'gold dev bare-broken among readings, of rejected results too': readings}),
    *((of_gold(name, *find), {f'gold {name} F1': F1}) for name in ('fresh-dev', 'fresh2-dev')),
    *(((f'{cases}/run.py', f'{cases}/{name}.jsonl', '--', *find), {f'cases {name}': passed}) for name in ('wrappers', 'consensus')),
    *(((f'{cases}/{scorer}', f'{cases}/{name}.jsonl', command), {f'cases {name}': passed})
      for name, scorer in (('peers-dev', 'run_peers.py'), ('files-dev', 'run_files.py'))
      if os.path.exists(f'{cases}/{scorer}') and os.path.exists(f'{cases}/{name}.jsonl')),
    (of_gold('dev', *auto), {'gold dev F1, auto': F1}),
    ((f'{gold}/score_mail.py', f'{gold}/mail-dev.json', '--', *auto), {'mail dev recall': r'all \d+/\d+ = (\d+\.\d+)'}),
]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool: # the slowest of them come last
    outputs = [pool.submit(run, *args) for args, _ in reversed(scorers)]
figures = {}
for (_, patterns), output in zip(scorers, reversed(outputs)):
    for name, pattern in patterns.items():
        found = re.search(pattern, output.result())[1]
        figures[name] = float(found) if '.' in found else int(found)

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
