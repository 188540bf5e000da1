// A task that starts on an actor, on a custom executor or immediately is not passed to the hooks of
// the runtime until it leaves that executor. This function interposes the runtime's function, so
// that such tasks are recorded, too. It is weak, so that a statically linked program keeps the
// function of the runtime.
#if defined(__linux__) && !LIKE_MACOS
#define _GNU_SOURCE
#include "CMarbleHooks.h"

#include <dlfcn.h>
#include <stddef.h>

#define SWIFT __attribute__((swiftcall))

typedef struct {
  void *task;
  void *context;
} Created;

typedef SWIFT Created (*CreateFunction)(
    size_t flags, void *options, const void *resultType, void *function, void *context);

// An option of a new task.
typedef struct Option {
  size_t flags;
  struct Option *next;
  CMarbleExecutor executor;
} Option;

// The kinds of the options that have an executor: that of an actor, and those of a task executor.
static bool hasExecutor(const Option *option) {
  const uint8_t kind = (uint8_t)option->flags;
  return kind == 0 || kind == 5 || kind == 6;
}

static _Atomic(CreateFunction) runtimeFunction;
static _Atomic(CMarbleTaskHandler) creationHandler;

void CMarbleSetCreationHandler(CMarbleTaskHandler handler) { creationHandler = handler; }

// Returns true if the task prefers a task executor, so that its timing is not deterministic.
static bool noteExecutors(const Option *option) {
  bool prefersExecutor = false;
  for (; option; option = option->next) {
    if (!hasExecutor(option) || !option->executor.identity) continue;
    CMarbleNoteExecutor(option->executor, NULL);
    prefersExecutor |= (uint8_t)option->flags != 0;
  }
  return prefersExecutor;
}

SWIFT Created swift_task_create(
    size_t flags, void *options, const void *resultType, void *function, void *context)
    __attribute__((weak));

SWIFT Created swift_task_create(
    size_t flags, void *options, const void *resultType, void *function, void *context) {
  CreateFunction next = runtimeFunction;
  if (!next) runtimeFunction = next = (CreateFunction)dlsym(RTLD_NEXT, "swift_task_create");
  const Created created = next(flags, options, resultType, function, context);
  if (CMarbleCurrentDriver()) {
    if (!noteExecutors(options)) CMarbleNoteTask(created.task);
  } else {
    const CMarbleTaskHandler handler = creationHandler;
    if (handler) handler(created.task, resultType);
  }
  return created;
}

bool CMarbleSeesCreation(void) { return runtimeFunction; }
#else
#include "CMarbleHooks.h"

bool CMarbleSeesCreation(void) { return false; }
void CMarbleSetCreationHandler(CMarbleTaskHandler handler) {}
#endif
