#include "CMarbleHooks.h"

#include <stddef.h>
#include <time.h>

#if defined(__APPLE__)
#define MAYBE_MISSING __attribute__((weak_import))
#else
#define MAYBE_MISSING
#endif
#define SWIFT __attribute__((swiftcall))

typedef SWIFT void (*EnqueueOriginal)(void *job);
typedef SWIFT void (*DelayOriginal)(unsigned long long delay, void *job);
typedef SWIFT void (*DeadlineOriginal)(
    long long sec, long long nsec, long long tsec, long long tnsec, int clock, void *job);
typedef SWIFT CMarbleExecutor (*GetMainOriginal)(void);
typedef SWIFT bool (*IsMainOriginal)(CMarbleExecutor executor);

// Declared, not looked up by name: the lookup fails in a statically linked program.
extern SWIFT void (*swift_task_enqueueGlobal_hook)(void *job, EnqueueOriginal original);
extern SWIFT void (*swift_task_enqueueMainExecutor_hook)(void *job, EnqueueOriginal original);
extern SWIFT void (*swift_task_enqueueGlobalWithDelay_hook)(
    unsigned long long delay, void *job, DelayOriginal original);
extern SWIFT void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long sec, long long nsec, long long tsec, long long tnsec, int clock, void *job,
    DeadlineOriginal original) MAYBE_MISSING;
extern SWIFT CMarbleExecutor (*swift_task_getMainExecutor_hook)(GetMainOriginal original)
    MAYBE_MISSING;
extern SWIFT bool (*swift_task_isMainExecutor_hook)(
    CMarbleExecutor executor, IsMainOriginal original) MAYBE_MISSING;
extern SWIFT uint64_t swift_task_getJobTaskId(void *job);
extern SWIFT void swift_task_enqueueGlobal(void *job);
extern SWIFT void *swift_task_getCurrent(void);
extern SWIFT CMarbleExecutor swift_task_getCurrentExecutor(void);

static _Thread_local void *currentDriver;
static CMarbleHandlers installed;
static CMarbleExecutor mainStandInExecutor;

void *CMarbleCurrentDriver(void) { return currentDriver; }
void CMarbleSetCurrentDriver(void *driver) { currentDriver = driver; }
uint64_t CMarbleTaskIdentifier(void *job) { return swift_task_getJobTaskId(job); }

uint64_t CMarbleCurrentTaskIdentifier(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

void CMarbleEnqueueGlobal(void *job) { swift_task_enqueueGlobal(job); }

bool CMarbleTakeTimer(int64_t nanoseconds, void *context, void (*work)(void *context)) {
  return installed.callAfterDelay && installed.callAfterDelay(nanoseconds, context, work);
}

int64_t CMarbleElapsed(void) { return installed.elapsed ? installed.elapsed() : 0; }

void CMarbleNoteTask(void *task) {
  if (installed.noteTask) installed.noteTask(task);
}

void CMarbleNoteOutsideWork(CMarbleOutsideWork work) {
  if (installed.noteOutsideWork) installed.noteOutsideWork(work);
}

void CMarbleNoteExecutor(CMarbleExecutor executor, const void *function) {
  // The lowest bits are flags. The executor of an actor without a custom one has no implementation.
  const bool isCustom = executor.implementation & ~(uintptr_t)3;
  if (isCustom && executor.identity != mainStandInExecutor.identity && installed.noteExecutor) {
    installed.noteExecutor(executor.identity, function);
  }
}

bool CMarbleTakeJob(void *job, bool onMain) {
  return installed.enqueue && installed.enqueue(job, onMain);
}

static SWIFT void enqueueGlobal(void *job, EnqueueOriginal original) {
  if (!installed.enqueue(job, false)) original(job);
}

static SWIFT void enqueueMain(void *job, EnqueueOriginal original) {
  if (!installed.enqueue(job, true)) original(job);
}

static SWIFT void enqueueWithDelay(unsigned long long delay, void *job, DelayOriginal original) {
  if (!installed.enqueueAfterDelay(job, (int64_t)delay)) original(delay, job);
}

// The runtime numbers its clocks: 1 continuous, 2 suspending.
static int64_t nanosecondsUntil(long long sec, long long nsec, int clock) {
#if defined(__APPLE__)
  clockid_t id = clock == 2 ? CLOCK_UPTIME_RAW : CLOCK_MONOTONIC_RAW;
#elif defined(CLOCK_BOOTTIME)
  clockid_t id = clock == 2 ? CLOCK_MONOTONIC : CLOCK_BOOTTIME;
#else
  clockid_t id = CLOCK_MONOTONIC;
#endif
  struct timespec now;
  clock_gettime(id, &now);
  return (sec - (int64_t)now.tv_sec) * 1000000000 + (nsec - (int64_t)now.tv_nsec);
}

static SWIFT void enqueueWithDeadline(
    long long sec, long long nsec, long long tsec, long long tnsec, int clock, void *job,
    DeadlineOriginal original) {
  if (!installed.enqueueAfterDelay(job, nanosecondsUntil(sec, nsec, clock))) {
    original(sec, nsec, tsec, tnsec, clock, job);
  }
}

static SWIFT CMarbleExecutor getMain(GetMainOriginal original) {
  return currentDriver ? mainStandInExecutor : original();
}

static SWIFT bool isMain(CMarbleExecutor executor, IsMainOriginal original) {
  return executor.identity == mainStandInExecutor.identity || original(executor);
}

#if defined(__APPLE__)
#define EXISTS(symbol) (&symbol != NULL)
#else
#define EXISTS(symbol) true
#endif

bool CMarbleReplacesMainExecutor(void) {
#if LIKE_MACOS == 15
  return false;
#else
  return EXISTS(swift_task_getMainExecutor_hook) && EXISTS(swift_task_isMainExecutor_hook);
#endif
}

bool CMarbleSeesDeadlines(void) { return EXISTS(swift_task_enqueueGlobalWithDeadline_hook); }

void CMarbleInstall(CMarbleHandlers handlers, CMarbleExecutor mainStandIn) {
  installed = handlers;
  mainStandInExecutor = mainStandIn;
  swift_task_enqueueMainExecutor_hook = enqueueMain;
  swift_task_enqueueGlobalWithDelay_hook = enqueueWithDelay;
  if (CMarbleSeesDeadlines()) swift_task_enqueueGlobalWithDeadline_hook = enqueueWithDeadline;
  if (CMarbleReplacesMainExecutor()) {
    swift_task_getMainExecutor_hook = getMain;
    swift_task_isMainExecutor_hook = isMain;
  }
  swift_task_enqueueGlobal_hook = enqueueGlobal;
}

CMarbleExecutor CMarbleCurrentExecutor(void) { return swift_task_getCurrentExecutor(); }

bool CMarbleIsInPlace(void) { return swift_task_enqueueGlobal_hook == enqueueGlobal; }
