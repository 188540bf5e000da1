#!/usr/bin/env python3
"""Checks x86-64 programs: no object that was read under a lock is retained after the lock is released.

The release of a `RawLock` stores 0 to a byte, then reads the number of parked threads 4 bytes after it, and jumps. A
retain between the store and the jump is an error: another thread may have released the object.
"""
import re
import subprocess
import sys

STORE = re.compile(r"movb\s+\$0x0,(-?0x[0-9a-f]+|)\((%\w+)\)")
INSTRUCTION = re.compile(r"^\s+[0-9a-f]+:\s+(.*)")


def releases(program):
    """Yields the function of each release of a lock, and whether a retain follows within it."""
    command = ["objdump", "--disassemble", "--no-show-raw-insn", program]
    function, parked, is_release, retains = "", None, False, False
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.endswith(">:\n"):
                function, parked = line.split("<")[1][:-3], None
                continue
            match = INSTRUCTION.match(line)
            if not match:
                continue
            text = match[1]
            if store := STORE.match(text):
                offset = int(store[1] or "0", 16) + 4
                parked = re.compile(rf"(mov\s+|cmpl\s+\$0x0,){offset:#x}\({store[2]}\)")
                is_release, retains = False, False
            elif parked and text.startswith(("j", "ret")):
                if is_release:
                    yield function, retains
                parked = None
            elif parked and "swift_retain" in text:
                retains = True
            elif parked and parked.match(text):
                is_release = True


found = 0
for path in sys.argv[1:]:
    all_releases = list(releases(path))
    late = sorted({function for function, retains in all_releases if retains})
    for function in late:
        print(f"{path}: {function} retains an object after the release of the lock it was read under")
    found += len(late) or not all_releases
    print(f"{path}: {len(all_releases)} releases of locks, {len(late)} with a late retain")
sys.exit(found > 0)
