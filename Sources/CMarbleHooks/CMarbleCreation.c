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

// The option of a task that starts on an actor.
typedef struct Option {
  size_t flags;
  struct Option *next;
  CMarbleExecutor executor;
} Option;

static const uint8_t initialExecutor = 0;

static _Atomic(CreateFunction) runtimeFunction;

static void noteExecutor(const Option *option) {
  while (option && (uint8_t)option->flags != initialExecutor) option = option->next;
  if (option) CMarbleNoteExecutor(option->executor, NULL);
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
    noteExecutor(options);
    CMarbleNoteTask(created.task);
  }
  return created;
}

bool CMarbleSeesCreation(void) { return runtimeFunction; }
#else
#include "CMarbleHooks.h"

bool CMarbleSeesCreation(void) { return false; }
#endif
