// The functions that wait for a suspended call of an asynchronous function, for a report. The stack
// of a thread does not contain them: each has a context in memory, with its caller's context and the
// function that continues the caller.
#if defined(__linux__) && !LIKE_MACOS && __LP64__
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CMarbleHooks.h"
#include "CMarbleMemory.h"

#include <stddef.h>

#define SWIFT __attribute__((swiftcall))

extern SWIFT void *swift_task_getCurrent(void);

typedef struct Frame {
  const struct Frame *parent;
  uintptr_t resume;
} Frame;

// A continuation in the runtime's ABI.
typedef struct {
  Frame frame;
  size_t flags;
  uintptr_t status;
} Continuation;

// The part of a task in the runtime's ABI that says how it continues.
typedef struct {
  uintptr_t resume;
  const Continuation *context;
} Resumption;

static const size_t resumptionOffset = 56;
static const uintptr_t isPending = 0;

// The context of a running task is out of date, unless its current function is about to wait for a
// continuation.
static bool readContinuation(Continuation *continuation) {
  const char *task = swift_task_getCurrent();
  Resumption resumption;
  return task && readMemory(task + resumptionOffset, &resumption, sizeof resumption) &&
         readMemory(resumption.context, continuation, sizeof *continuation) &&
         continuation->status == isPending && continuation->frame.resume == resumption.resume;
}

int CMarbleAsyncCallers(uintptr_t *functions, int count) {
  Continuation continuation;
  if (!readContinuation(&continuation)) return 0;
  Frame frame = continuation.frame;
  int found = 0;
  while (found < count && frame.resume) {
    functions[found] = frame.resume;
    found += 1;
    if (!frame.parent || !readMemory(frame.parent, &frame, sizeof frame)) break;
  }
  return found;
}
#else
#include "CMarbleHooks.h"

int CMarbleAsyncCallers(uintptr_t *functions, int count) { return 0; }
#endif
