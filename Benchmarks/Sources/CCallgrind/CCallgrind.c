#include "CCallgrind.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

void callgrind_start(void) { CALLGRIND_START_INSTRUMENTATION; }
void callgrind_write(void) { CALLGRIND_DUMP_STATS; }
#else
#include <stdio.h>
#include <stdlib.h>

void callgrind_start(void) {
  fputs("The benchmarks were built without <valgrind/callgrind.h>. Install valgrind and build again.\n", stderr);
  exit(1);
}

void callgrind_write(void) {}
#endif
