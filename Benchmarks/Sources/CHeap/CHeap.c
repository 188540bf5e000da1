#include "CHeap.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>

void heap_unite(void) { mallopt(M_ARENA_MAX, 1); }
long heap_allocated(void) { return (long)(mallinfo2().uordblks + mallinfo2().hblkhd); }
#else
void heap_unite(void) {}
long heap_allocated(void) { return 0; }
#endif
