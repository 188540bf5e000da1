#include "CMarbleHooks.h"

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
bool CMarbleKnowsActors(void) { return true; }

void *CMarbleActor(void *job) {
  static const uint8_t actorKind = 193;
  return (uint8_t)((Job *)job)->flags == actorKind ? ((ActorJob *)job)->actor : NULL;
}
#else
bool CMarbleKnowsActors(void) { return false; }
void *CMarbleActor(void *job) { return NULL; }
#endif

void CMarbleKeepMemory(void *actor) { swift_unownedRetain(actor); }
void CMarbleReleaseMemory(void *actor) { swift_unownedRelease(actor); }

void CMarbleReleaseTask(void *job) { swift_release(job); }
