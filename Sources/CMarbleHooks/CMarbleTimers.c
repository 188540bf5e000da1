// On Linux the runtime's clocks read the system clocks, and its `Task.sleep` and `Task.yield` call
// libdispatch and bypass the hooks. These functions interpose both, and forward every call that the
// runtime did not make, or that no driver takes. Calls that code of a run makes are noted as work
// outside the run.
//
// With LIKE_MACOS=15, sleeps, yields and the jobs of the main actor reach the hooks, and the clocks
// stay real. With LIKE_MACOS=26 this file interposes nothing.
#if defined(__linux__) && LIKE_MACOS != 26
#include "CMarbleInterposing.h"
#include "CMarbleHooks.h"

#include <time.h>

typedef void (*AsyncFunction)(void *queue, void *context, void (*work)(void *));
typedef void (*AfterFunction)(uint64_t when, void *queue, void *context, void (*work)(void *));

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
extern void __interceptor_dispatch_async_f(void *, void *, void (*)(void *))
    __attribute__((weak));
extern void __interceptor_dispatch_after_f(uint64_t, void *, void *, void (*)(void *))
    __attribute__((weak));
extern int __interceptor_clock_gettime(clockid_t, struct timespec *) __attribute__((weak));
extern void __interceptor_dispatch_source_set_timer(void *, uint64_t, uint64_t, uint64_t)
    __attribute__((weak));
extern void __interceptor_dispatch_source_set_event_handler_f(void *, void (*)(void *))
    __attribute__((weak));
extern void __interceptor_dispatch_activate(void *) __attribute__((weak));
#endif

#if LIKE_MACOS
static int64_t nanosecondsOf(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void CMarbleResetClocks(void) {}
bool CMarbleMovesClocks(void) { return false; }
#else
typedef int (*ClockFunction)(clockid_t clock, struct timespec *time);

static _Atomic(ClockFunction) systemClock;

// The values of the runtime's clocks at the first read of this thread's run.
static _Thread_local int64_t start[2];
static _Thread_local bool hasStart[2];

void CMarbleResetClocks(void) { hasStart[0] = hasStart[1] = false; }

static int64_t systemNanosecondsOf(clockid_t clock) {
  ClockFunction next = systemClock;
  if (!next) systemClock = next = (ClockFunction)NEXT(clock_gettime);
  struct timespec now;
  next(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// The time of the runtime's clocks in a run: they follow virtual time, so that a deadline computed
// from them is exact.
static int64_t nanosecondsOf(clockid_t clock) {
  if (clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME) return systemNanosecondsOf(clock);
  const int index = clock == CLOCK_MONOTONIC;
  const int64_t elapsed = CMarbleElapsed();
  if (!hasStart[index]) {
    start[index] = systemNanosecondsOf(clock) - elapsed;
    hasStart[index] = true;
  }
  return start[index] + elapsed;
}

OVERRIDABLE int clock_gettime(clockid_t clock, struct timespec *time) {
  if (CMarbleCurrentDriver() && (clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME) &&
      isOfRuntime(__builtin_return_address(0))) {
    const int64_t now = nanosecondsOf(clock);
    time->tv_sec = now / 1000000000;
    time->tv_nsec = now % 1000000000;
    return 0;
  }
  ClockFunction next = systemClock;
  if (!next) systemClock = next = (ClockFunction)NEXT(clock_gettime);
  return next(clock, time);
}

bool CMarbleMovesClocks(void) { return true; }
#endif

// libdispatch stores the clock in the two highest bits of a time.
static int64_t nanosecondsUntil(uint64_t when) {
  const uint64_t high = 1ull << 63, next = 1ull << 62, never = ~0ull;
  if (when == never) return INT64_MAX;
  if (!(when & high)) return (int64_t)when - nanosecondsOf(CLOCK_MONOTONIC);
  if (!(when & next)) return (int64_t)(when & ~high) - nanosecondsOf(CLOCK_BOOTTIME);
  return -(int64_t)when - nanosecondsOf(CLOCK_REALTIME);
}

static void note(CMarbleOutsideWork work, void *caller) {
  if (CMarbleSeesOutsideWork() && CMarbleCurrentDriver() && !isOfRuntime(caller)) {
    CMarbleNoteOutsideWork(work);
  }
}

OVERRIDABLE void dispatch_after_f(
    uint64_t when, void *queue, void *context, void (*work)(void *)) {
  if (CMarbleCurrentDriver() && isOfRuntime(__builtin_return_address(0)) &&
      CMarbleTakeTimer(nanosecondsUntil(when), context, work)) {
    return;
  }
  note(CMarbleDelayedBlock, __builtin_return_address(0));
  AfterFunction next = (AfterFunction)NEXT(dispatch_after_f);
  if (next) next(when, queue, context, work);
}

// A sleep with a tolerance is a timer source, whose handler releases the source and runs the job. If a
// driver takes the timer, the source is activated without a time, because an inactive source cannot
// be released.
static _Thread_local struct {
  void *source;
  uint64_t when;
  void (*work)(void *);
} tolerantSleep;

extern void *dispatch_get_context(void *object);

OVERRIDABLE void dispatch_source_set_timer(
    void *source, uint64_t start, uint64_t interval, uint64_t leeway) {
  if (CMarbleCurrentDriver() && isOfRuntime(__builtin_return_address(0))) {
    tolerantSleep.source = source;
    tolerantSleep.when = start;
  }
  void (*next)(void *, uint64_t, uint64_t, uint64_t) = NEXT(dispatch_source_set_timer);
  if (next) next(source, start, interval, leeway);
}

OVERRIDABLE void dispatch_source_set_event_handler_f(void *source, void (*work)(void *)) {
  if (source && source == tolerantSleep.source) tolerantSleep.work = work;
  void (*next)(void *, void (*)(void *)) = NEXT(dispatch_source_set_event_handler_f);
  if (next) next(source, work);
}

OVERRIDABLE void dispatch_activate(void *object) {
  void (*next)(void *) = NEXT(dispatch_activate);
  const bool isSleep = object && object == tolerantSleep.source && CMarbleCurrentDriver() &&
      isOfRuntime(__builtin_return_address(0));
  if (isSleep) {
    tolerantSleep.source = NULL;
    void (*setTimer)(void *, uint64_t, uint64_t, uint64_t) = NEXT(dispatch_source_set_timer);
    const int64_t delay = nanosecondsUntil(tolerantSleep.when);
    if (setTimer && CMarbleTakeTimer(delay, dispatch_get_context(object), tolerantSleep.work)) {
      setTimer(object, ~0ull, ~0ull, 0);
    }
  }
  if (next) next(object);
}

#if LIKE_MACOS
extern char _dispatch_main_q;
#endif

OVERRIDABLE void dispatch_async_f(void *queue, void *context, void (*work)(void *)) {
#if LIKE_MACOS
  // On macOS a hook takes the jobs of the main actor, on any thread.
  if (queue == &_dispatch_main_q && isOfRuntime(__builtin_return_address(0)) &&
      CMarbleTakeJob(context, true)) {
    return;
  }
#endif
  if (CMarbleCurrentDriver() && isOfRuntime(__builtin_return_address(0)) &&
      CMarbleTakeJob(context, false)) {
    return;
  }
  note(CMarbleDispatchQueue, __builtin_return_address(0));
  AsyncFunction next = (AsyncFunction)NEXT(dispatch_async_f);
  if (next) next(queue, context, work);
}
#else
#include "CMarbleHooks.h"

void CMarbleResetClocks(void) {}
bool CMarbleMovesClocks(void) { return false; }
#endif
