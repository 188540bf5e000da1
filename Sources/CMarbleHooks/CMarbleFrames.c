// The callers by the frame pointers of their functions. The unwinder stops at a function without a
// description of its frame, such as the deinitializer of an array's storage; an optimized program
// lacks some of the frame pointers.
#if defined(__linux__) && !LIKE_MACOS && __LP64__
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CMarbleHooks.h"
#include "CMarbleMemory.h"

#include <stdint.h>

typedef struct Frame {
  const struct Frame *caller;
  uintptr_t returnAddress;
} Frame;

int CMarbleFrames(void **addresses, int count) {
  const Frame *next = __builtin_frame_address(0);
  int found = 0;
  Frame frame;
  while (found < count && readMemory(next, &frame, sizeof frame) && frame.returnAddress) {
    addresses[found] = (void *)frame.returnAddress;
    found += 1;
    // The stack grows downward.
    if (frame.caller <= next) break;
    next = frame.caller;
  }
  return found;
}
#else
#include "CMarbleHooks.h"

int CMarbleFrames(void **addresses, int count) { return 0; }
#endif
