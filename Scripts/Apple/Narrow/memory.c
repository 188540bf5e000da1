// The functions of a C library that Swift code calls, on a machine without one. Nothing is freed.
#include <stddef.h>
#include <stdint.h>

extern uint8_t __heap_base;
static uintptr_t next;

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (!next) next = (uintptr_t)&__heap_base;
  const uintptr_t start = (next + alignment - 1) & ~(uintptr_t)(alignment - 1);
  next = start + size;
  const size_t pages = (next + 0xffff) >> 16;
  const size_t now = __builtin_wasm_memory_size(0);
  if (pages > now && __builtin_wasm_memory_grow(0, pages - now) == (size_t)-1) return 12;
  *memory = (void *)start;
  return 0;
}

void free(void *memory) { (void)memory; }

void *memset(void *target, int value, size_t count) {
  for (size_t index = 0; index < count; index += 1) ((uint8_t *)target)[index] = (uint8_t)value;
  return target;
}

void *memmove(void *target, const void *source, size_t count) {
  uint8_t *to = target;
  const uint8_t *from = source;
  if (to < from) {
    for (size_t index = 0; index < count; index += 1) to[index] = from[index];
  } else {
    for (size_t index = count; index > 0; index -= 1) to[index - 1] = from[index - 1];
  }
  return target;
}

void *memcpy(void *target, const void *source, size_t count) { return memmove(target, source, count); }

// The seeds of hashes.
void arc4random_buf(void *target, size_t count) { memset(target, 42, count); }

int putchar(int character) { return character; }

// The product of numbers of 128 bits, from products of 32 bits.
__int128 __multi3(__int128 left, __int128 right) {
  const uint64_t a = (uint64_t)left, b = (uint64_t)right, low = 0xffffffff;
  const uint64_t first = (a & low) * (b & low);
  const uint64_t second = (a >> 32) * (b & low) + (first >> 32);
  const uint64_t third = (a & low) * (b >> 32) + (second & low);
  const uint64_t high = (a >> 32) * (b >> 32) + (second >> 32) + (third >> 32)
    + a * (uint64_t)(right >> 64) + b * (uint64_t)(left >> 64);
  return (__int128)(((unsigned __int128)high << 64) | ((third << 32) | (first & low)));
}
