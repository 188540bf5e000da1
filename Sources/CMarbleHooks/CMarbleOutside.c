// Code of a run can start work that the run does not control: on a dispatch queue, a thread, a run
// loop or in a process. These functions interpose the entry points of such work, note each call of a
// thread that has a driver, and forward the call.
#if defined(__linux__) && !LIKE_MACOS
#include "CMarbleInterposing.h"
#include "CMarbleHooks.h"

#include <execinfo.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

// The functions of a sanitizer; missing without one.
#define INTERCEPTED(result, name, ...) \
  extern result __interceptor_##name(__VA_ARGS__) __attribute__((weak))
INTERCEPTED(void, dispatch_async, void *, void *);
INTERCEPTED(void, dispatch_after, uint64_t, void *, void *);
INTERCEPTED(void, dispatch_barrier_async, void *, void *);
INTERCEPTED(void, dispatch_group_async, void *, void *, void *);
INTERCEPTED(void, dispatch_group_notify, void *, void *, void *);
INTERCEPTED(void, dispatch_barrier_async_f, void *, void *, void *);
INTERCEPTED(void, dispatch_group_async_f, void *, void *, void *, void *);
INTERCEPTED(void, dispatch_group_notify_f, void *, void *, void *, void *);
INTERCEPTED(void, dispatch_io_read, void *, int64_t, size_t, void *, void *);
INTERCEPTED(void, dispatch_io_write, void *, int64_t, void *, void *, void *);
INTERCEPTED(void, dispatch_read, int, size_t, void *, void *);
INTERCEPTED(void, dispatch_write, int, void *, void *, void *);
INTERCEPTED(void *, dispatch_source_create, void *, uintptr_t, uintptr_t, void *);
INTERCEPTED(void, CFRunLoopAddTimer, void *, void *, void *);
INTERCEPTED(void, CFRunLoopPerformBlock, void *, void *, void *);
INTERCEPTED(
    int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
INTERCEPTED(
    int, posix_spawn, pid_t *, const char *, const posix_spawn_file_actions_t *,
    const posix_spawnattr_t *, char *const[], char *const[]);
INTERCEPTED(
    int, posix_spawnp, pid_t *, const char *, const posix_spawn_file_actions_t *,
    const posix_spawnattr_t *, char *const[], char *const[]);
INTERCEPTED(FILE *, popen, const char *, const char *);
INTERCEPTED(int, system, const char *);
INTERCEPTED(int, thrd_create, thrd_t *, thrd_start_t, void *);

// Capturing the calls of the thread can itself call one of these functions.
static _Thread_local bool isNoting;

// The threads and the sources of libdispatch belong to a call that was noted before.
static bool isOfDispatch(void *caller) {
  return imageOf(caller) == imageOf(dlsym(RTLD_NEXT, "dispatch_async"));
}

static void note(CMarbleOutsideWork work, void *caller) {
  if (!CMarbleCurrentDriver() || isNoting) return;
  if (isOfRuntime(caller) || isOfDispatch(caller)) return;
  isNoting = true;
  CMarbleNoteOutsideWork(work);
  isNoting = false;
}

#define NOTE(work) note(work, __builtin_return_address(0))

int CMarbleCallers(void **addresses, int count) { return backtrace(addresses, count); }

bool CMarbleSeesOutsideWork(void) { return true; }

// Defines a function with the same parameters that notes its call and forwards it. The queues,
// blocks, groups and run loops are only passed on, so their types do not matter.
#define FORWARD(work, name, parameters, ...) \
  OVERRIDABLE void name parameters { \
    NOTE(work); \
    void(*next) parameters = (void(*) parameters)NEXT(name); \
    if (next) next(__VA_ARGS__); \
  }

FORWARD(CMarbleDispatchQueue, dispatch_async, (void *queue, void *block), queue, block)
FORWARD(CMarbleDispatchQueue, dispatch_barrier_async, (void *queue, void *block), queue, block)
FORWARD(
    CMarbleDelayedBlock, dispatch_after, (uint64_t when, void *queue, void *block), when, queue,
    block)
FORWARD(
    CMarbleDispatchQueue, dispatch_group_async, (void *group, void *queue, void *block), group,
    queue, block)
FORWARD(
    CMarbleDispatchQueue, dispatch_group_notify, (void *group, void *queue, void *block), group,
    queue, block)

FORWARD(
    CMarbleDispatchQueue, dispatch_barrier_async_f, (void *queue, void *context, void *work), queue,
    context, work)
FORWARD(
    CMarbleDispatchQueue, dispatch_group_async_f,
    (void *group, void *queue, void *context, void *work), group, queue, context, work)
FORWARD(
    CMarbleDispatchQueue, dispatch_group_notify_f,
    (void *group, void *queue, void *context, void *work), group, queue, context, work)
FORWARD(
    CMarbleDispatchQueue, dispatch_read, (int file, size_t length, void *queue, void *handler), file,
    length, queue, handler)
FORWARD(
    CMarbleDispatchQueue, dispatch_write, (int file, void *data, void *queue, void *handler), file,
    data, queue, handler)

FORWARD(
    CMarbleDispatchQueue, dispatch_io_read,
    (void *channel, int64_t offset, size_t length, void *queue, void *handler), channel, offset,
    length, queue, handler)
FORWARD(
    CMarbleDispatchQueue, dispatch_io_write,
    (void *channel, int64_t offset, void *data, void *queue, void *handler), channel, offset, data,
    queue, handler)

OVERRIDABLE void *dispatch_source_create(
    void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  NOTE(CMarbleDispatchSource);
  void *(*next)(void *, uintptr_t, uintptr_t, void *) = NEXT(dispatch_source_create);
  return next ? next(type, handle, mask, queue) : NULL;
}

FORWARD(
    CMarbleRunLoopTimer, CFRunLoopAddTimer, (void *loop, void *timer, void *mode), loop, timer,
    mode)
FORWARD(
    CMarbleRunLoopBlock, CFRunLoopPerformBlock, (void *loop, void *mode, void *block), loop, mode,
    block)

typedef int (*ThreadFunction)(
    pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int (*SpawnFunction)(
    pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
    char *const[], char *const[]);

OVERRIDABLE int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  NOTE(CMarbleThread);
  ThreadFunction next = (ThreadFunction)NEXT(pthread_create);
  return next(thread, attributes, start, argument);
}

#define SPAWN(name) \
  OVERRIDABLE int name( \
      pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, \
      const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) { \
    NOTE(CMarbleProcess); \
    SpawnFunction next = (SpawnFunction)NEXT(name); \
    return next(process, path, actions, attributes, arguments, environment); \
  }

SPAWN(posix_spawn)
SPAWN(posix_spawnp)

// These call internal variants of the functions above.

OVERRIDABLE FILE *popen(const char *command, const char *mode) {
  NOTE(CMarbleProcess);
  FILE *(*next)(const char *, const char *) = NEXT(popen);
  return next(command, mode);
}

OVERRIDABLE int system(const char *command) {
  NOTE(CMarbleProcess);
  int (*next)(const char *) = NEXT(system);
  return next(command);
}

OVERRIDABLE int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
  NOTE(CMarbleThread);
  int (*next)(thrd_t *, thrd_start_t, void *) = NEXT(thrd_create);
  return next(thread, start, argument);
}
#else
#include "CMarbleHooks.h"

int CMarbleCallers(void **addresses, int count) { return 0; }
bool CMarbleSeesOutsideWork(void) { return false; }
#endif
