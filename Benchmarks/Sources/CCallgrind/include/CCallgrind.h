#pragma once

/// Starts to count instructions, in a program that callgrind runs with `--instr-atstart=no`.
///
/// Ends the program if it was built without the header of callgrind.
void callgrind_start(void);

/// Writes the counts since the start or the last call to a file, and continues from zero.
void callgrind_write(void);
