#pragma once

#include <stdbool.h>
#include <stdint.h>

#if __has_feature(nullability)
#pragma clang assume_nonnull begin
#endif

/// An executor as the Swift runtime passes it: an identity and an implementation.
typedef struct {
  const void *_Nullable identity;
  uintptr_t implementation;
} CMarbleExecutor;

/// Decides over jobs that the runtime is about to hand to its own executors.
///
/// Each function that answers, answers whether it took the job. They are called on any thread.
typedef struct {
  bool (*enqueue)(void *job, bool onMain);
  bool (*enqueueAfterDelay)(void *job, int64_t nanoseconds);
  bool (*callAfterDelay)(int64_t nanoseconds, void *context, void (*work)(void *context));
  /// Told of a task that a thread with a driver has created.
  void (*noteTask)(void *task);
  /// How far the run of this thread has come in virtual time.
  int64_t (*elapsed)(void);
} CMarbleHandlers;

/// Puts the hooks in place. Called once in a process; they are never taken out again.
///
/// `mainStandIn` is the main actor's executor on every thread that has a driver.
void CMarbleInstall(CMarbleHandlers handlers, CMarbleExecutor mainStandIn);

/// Whether nobody has replaced the hook that everything rests on.
bool CMarbleIsInPlace(void);

/// Whether this system's runtime lets the main actor's executor be replaced.
bool CMarbleReplacesMainExecutor(void);

/// Whether this system's runtime has a hook for sleeps until a deadline.
bool CMarbleSeesDeadlines(void);

/// The serial executor that the caller runs on; its identity is NULL off actors.
CMarbleExecutor CMarbleCurrentExecutor(void);

/// The driver of this thread, if one is bound to it.
void *_Nullable CMarbleCurrentDriver(void);
void CMarbleSetCurrentDriver(void *_Nullable driver);

/// Offers a job that bypassed the hooks to the driver of this thread, or of its task.
bool CMarbleTakeJob(void *job, bool onMain);

/// Tells the driver of this thread of a task that has just been created.
void CMarbleNoteTask(void *task);

/// Whether this program lets the creation of tasks be seen.
bool CMarbleSeesCreation(void);

/// Offers a timer of this thread to its driver; answers whether it was taken.
bool CMarbleTakeTimer(int64_t nanoseconds, void *context, void (*work)(void *context));

/// Hands a job to the concurrent pool, unless a driver of this thread or of its task takes it.
void CMarbleEnqueueGlobal(void *job);

/// The runtime's identifier of the task that a job continues; 0 when it is not a task's job.
uint64_t CMarbleTaskIdentifier(void *job);

/// The same of the task that runs on this thread; 0 when there is none.
uint64_t CMarbleCurrentTaskIdentifier(void);

/// Keeps the task that a job begins, so that it can be asked later whether it has ended.
///
/// Answers false, and keeps nothing, for a child of another task: that one waits for it, and its
/// memory may be its parent's. So it does for a task on an executor of its own: when that runs it
/// is chance.
bool CMarbleKeepTask(void *job);

/// Whether a kept task has come to its end and nobody else holds it.
bool CMarbleTaskIsForgotten(void *job);

/// Whether a kept task has come to its end; one that has not is given the next higher priority, so
/// this is for when its run is over. One of the highest priority counts as ended.
bool CMarbleTaskHasEnded(void *job);
void CMarbleReleaseTask(void *job);

/// The actor that a job belongs to which is no task's; NULL when it is not known.
void *_Nullable CMarbleActor(void *job);

/// Whether ``CMarbleActor`` can know it.
bool CMarbleKnowsActors(void);

/// Keeps the memory of an actor, not the actor: its address is not used again.
void CMarbleKeepMemory(void *actor);
void CMarbleReleaseMemory(void *actor);

/// How far the run of this thread has come in virtual time, in nanoseconds.
int64_t CMarbleElapsed(void);

/// Lets the clocks of the runtime start from the present, in the run that begins on this thread.
void CMarbleResetClocks(void);

/// Whether the clocks of the runtime go as virtual time goes, in a run.
bool CMarbleMovesClocks(void);

/// A moment of real time, counted from some moment in the past; it never goes back.
uint64_t CMarbleNanoseconds(void);

/// Whether a debugger is attached to the process.
bool CMarbleIsTraced(void);

#if __has_feature(nullability)
#pragma clang assume_nonnull end
#endif
