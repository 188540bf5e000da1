#pragma once

/// Starts to count executed functions, in a program that is built with coverage.
void coverage_start(void);

/// Writes the counts to the file of the environment variable `LLVM_PROFILE_FILE` and exits.
///
/// The exit code is 0 if the file is written. The rest of the program does not run, so it does not count.
void coverage_exit(void);
