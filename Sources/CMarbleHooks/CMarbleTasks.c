#include "CMarbleHooks.h"

#include <stdatomic.h>
#include <stddef.h>

#define SWIFT __attribute__((swiftcall))

// The header of a job in the runtime's ABI.
typedef struct {
  void *metadata;
  size_t referenceCounts;
  void *scheduler[2];
  uint32_t flags;
  uint32_t identifier;
} Job;

// The job of an actor with its own queue: it runs the jobs that tasks have enqueued there.
typedef struct {
  Job job;
  void *voucher;
  void *reserved;
  void *run;
  void *actor;
} ActorJob;

static const uint32_t childFlag = 1u << 24;
static const uint32_t executorFlag = 1u << 29;
static const uint32_t priorityFlags = 0xff00;
// The priorities that the runtime knows, from background to user interactive.
static const size_t priorities[] = {0x09, 0x11, 0x15, 0x19, 0x21};

extern void *swift_retain(void *object);
extern void swift_release(void *object);
extern void *swift_unownedRetain(void *object);
extern void swift_unownedRelease(void *object);
extern size_t swift_retainCount(void *object);
extern void *swift_weakInit(void *reference, void *object);
extern void *swift_weakCopyInit(void *copy, void *reference);
extern void *swift_weakLoadStrong(void *reference);
extern void swift_weakDestroy(void *reference);
extern SWIFT size_t swift_task_escalate(void *task, size_t priority);

// A task that starts immediately also has the executor flag, mostly without a priority. Where the
// creation of tasks is observed, their options say it exactly.
static bool hasOwnExecutor(uint32_t flags) {
  return (flags & executorFlag) && (flags & priorityFlags);
}

bool CMarbleKeepTask(void *job) {
  const uint32_t flags = ((Job *)job)->flags;
  if ((flags & childFlag) || (!CMarbleSeesCreation() && hasOwnExecutor(flags))) return false;
  swift_retain(job);
  return true;
}

// A task that has not ended retains itself.
bool CMarbleTaskIsForgotten(void *job) { return swift_retainCount(job) == 1; }

// The runtime returns the resulting priority of a task, and never raises the priority of a task
// that has ended. The highest priority cannot be raised, so a task of that priority counts as
// ended.
bool CMarbleTaskHasEnded(void *job) {
  const size_t before = swift_task_escalate(job, 0);
  for (size_t index = 0; index < sizeof priorities / sizeof *priorities; index += 1) {
    if (priorities[index] > before) {
      return swift_task_escalate(job, priorities[index]) == before;
    }
  }
  return true;
}

// The layout is not verified elsewhere.
#if defined(__linux__) && !LIKE_MACOS
void *CMarbleActorByLayout(void *job) {
  static const uint8_t actorKind = 193;
  return (uint8_t)((Job *)job)->flags == actorKind ? ((ActorJob *)job)->actor : NULL;
}
#else
void *CMarbleActorByLayout(void *job) { return NULL; }
#endif

static atomic_bool actorsAreKnown;

void CMarbleTrustActors(bool areKnown) { actorsAreKnown = areKnown; }
void *CMarbleActor(void *job) { return actorsAreKnown ? CMarbleActorByLayout(job) : NULL; }

void CMarbleKeepMemory(void *actor) { swift_unownedRetain(actor); }
void CMarbleReleaseMemory(void *actor) { swift_unownedRelease(actor); }

void CMarbleReleaseTask(void *job) { swift_release(job); }

void CMarbleObserveObject(CMarbleObservation *observation, void *object) {
  swift_weakInit(&observation->object, object);
}

// The runtime copies no reference to an object that is being released, and retains nothing for it.
bool CMarbleObjectIsReleased(CMarbleObservation *observation) {
  CMarbleObservation copy = {NULL};
  swift_weakCopyInit(&copy.object, &observation->object);
  if (!copy.object) return true;
  swift_weakDestroy(&copy.object);
  return false;
}

void CMarbleEndObservation(CMarbleObservation *observation) {
  swift_weakDestroy(&observation->object);
}

// A task has a status, which is 0 until it has ended, and then 1 or 2. The type of its result
// follows it, which identifies the status in the memory of each task.
static const size_t firstStatusWord = 8;
static const size_t lastStatusWord = 30;

static size_t statusWord(const uintptr_t *task, const void *resultType) {
  if (!resultType) return 0;
  for (size_t index = firstStatusWord; index < lastStatusWord; index += 1) {
    if (task[index] <= 2 && task[index + 1] == (uintptr_t)resultType) return index;
  }
  return 0;
}

bool CMarbleObserveTask(CMarbleTaskObservation *observation, void *task, const void *resultType) {
  if (((Job *)task)->flags & childFlag) return false;
  observation->statusWord = statusWord(task, resultType);
  if (!observation->statusWord) return false;
  CMarbleObserveObject(&observation->task, task);
  return true;
}

bool CMarbleObservedTaskHasEnded(CMarbleTaskObservation *observation) {
  void *task = swift_weakLoadStrong(&observation->task.object);
  if (!task) return true;
  const _Atomic(uintptr_t) *status = (_Atomic(uintptr_t) *)task + observation->statusWord;
  // Above the status is the address of the first task that waits.
  const bool hasEnded = atomic_load_explicit(status, memory_order_acquire) & 3;
  swift_release(task);
  return hasEnded;
}

// The runtime frees a task without the table of its weak references, which has 32 bytes. Only on Linux: the
// linker of Apple platforms needs the symbol, also of a weak reference.
#if defined(__linux__)
extern void __lsan_ignore_object(const void *object) __attribute__((weak));

static void ignoreLeak(const void *object) {
  if (__lsan_ignore_object) __lsan_ignore_object(object);
}
#else
static void ignoreLeak(const void *object) { (void)object; }
#endif

void CMarbleEndTaskObservation(CMarbleTaskObservation *observation) {
  ignoreLeak(observation->task.object);
  CMarbleEndObservation(&observation->task);
}
