#include "CHeap.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

// The allocator of glibc by the names that this file does not define.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_long bytes;
static atomic_long blocks;

heap_usage heap_in_use(void) { return (heap_usage){atomic_load(&bytes), atomic_load(&blocks)}; }

static void count(long size, long number) {
  atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
  atomic_fetch_add_explicit(&blocks, number, memory_order_relaxed);
}

static void *counted(void *block) {
  if (block) count(malloc_usable_size(block), 1);
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void *realloc(void *block, size_t size) {
  long old = block ? malloc_usable_size(block) : 0;
  void *new = __libc_realloc(block, size);
  // A failed call leaves the block as it is; a call with the size 0 frees it.
  if (block && (new || size == 0)) count(-old, -1);
  return counted(new);
}

void free(void *block) {
  if (!block) return;
  count(-(long)malloc_usable_size(block), -1);
  __libc_free(block);
}
#else
heap_usage heap_in_use(void) { return (heap_usage){0, 0}; }
#endif
