#include "CCallgrind.h"
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void merge_free_blocks(void) { malloc_trim(0); }
#else
void merge_free_blocks(void) {}
#endif

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

void callgrind_start(void) { CALLGRIND_START_INSTRUMENTATION; }
void callgrind_write(void) { CALLGRIND_DUMP_STATS; }
#else
#include <stdio.h>

void callgrind_start(void) {
  fputs("The benchmarks were built without <valgrind/callgrind.h>. Install valgrind and build again.\n", stderr);
  exit(1);
}

void callgrind_write(void) {}
#endif
