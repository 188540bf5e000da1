// On Linux the runtime's `Task.sleep` goes straight to libdispatch and past all of its own hooks.
// This stands before libdispatch's function in the program, and passes on whatever no driver
// takes. It is weak, so that a statically linked program keeps the one of libdispatch.
#if defined(__linux__)
#define _GNU_SOURCE
#include "CMarbleHooks.h"

#include <dlfcn.h>
#include <stddef.h>
#include <time.h>

typedef void (*AfterFunction)(uint64_t when, void *queue, void *context, void (*work)(void *));

static int64_t nanosecondsOf(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// libdispatch keeps the clock in the two highest bits of a time.
static int64_t nanosecondsUntil(uint64_t when) {
  const uint64_t high = 1ull << 63, next = 1ull << 62;
  if (!(when & high)) return (int64_t)when - nanosecondsOf(CLOCK_MONOTONIC);
  if (!(when & next)) return (int64_t)(when & ~high) - nanosecondsOf(CLOCK_BOOTTIME);
  return -(int64_t)when - nanosecondsOf(CLOCK_REALTIME);
}

__attribute__((weak)) void dispatch_after_f(
    uint64_t when, void *queue, void *context, void (*work)(void *)) {
  if (CMarbleCurrentDriver() && CMarbleTakeTimer(nanosecondsUntil(when), context, work)) return;
  AfterFunction next = (AfterFunction)dlsym(RTLD_NEXT, "dispatch_after_f");
  if (next) next(when, queue, context, work);
}
#endif
