// A task can continue on a custom executor, which a run does not control. This function interposes
// the runtime's function for it. It is weak, so that a statically linked program keeps the function
// of the runtime.
#if defined(__linux__) && !LIKE_MACOS
#include "CMarbleInterposing.h"
#include "CMarbleHooks.h"

#define SWIFTASYNC __attribute__((swiftasynccall))

typedef SWIFTASYNC void (*SwitchFunction)(
    void *context __attribute__((swift_async_context)), void *function, const void *identity,
    uintptr_t implementation);

static _Atomic(SwitchFunction) runtimeSwitch;

extern __attribute__((swiftcall)) CMarbleExecutor swift_task_getPreferredTaskExecutor(void);

// A task that leaves its actor continues on the executor that it prefers.
static void noteSwitch(CMarbleExecutor executor, void *function) {
  if (!executor.identity) executor = swift_task_getPreferredTaskExecutor();
  if (executor.implementation) CMarbleNoteExecutor(executor, function);
}

// The runtime calls this where a task continues on another executor.
__attribute__((weak, no_sanitize("thread", "address"))) SWIFTASYNC void swift_task_switch(
    void *context __attribute__((swift_async_context)), void *function, const void *identity,
    uintptr_t implementation) {
  if (CMarbleCurrentDriver()) noteSwitch((CMarbleExecutor){identity, implementation}, function);
  SwitchFunction next = runtimeSwitch;
  if (!next) runtimeSwitch = next = (SwitchFunction)dlsym(RTLD_NEXT, "swift_task_switch");
  __attribute__((musttail)) return next(context, function, identity, implementation);
}
#endif
