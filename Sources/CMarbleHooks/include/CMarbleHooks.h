#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if __has_feature(nullability)
#pragma clang assume_nonnull begin
#endif

/// An executor as the Swift runtime passes it: an identity and an implementation.
typedef struct {
  const void *_Nullable identity;
  uintptr_t implementation;
} CMarbleExecutor;

/// A way in which code of a run starts work that the run does not control.
typedef enum {
  CMarbleDispatchQueue,
  CMarbleDelayedBlock,
  CMarbleDispatchSource,
  CMarbleThread,
  CMarbleProcess,
  CMarbleRunLoopTimer,
  CMarbleRunLoopBlock,
} CMarbleOutsideWork;

/// Handlers for jobs that the runtime is about to pass to its own executors.
///
/// A handler that returns a Boolean value returns true if it took the job. Handlers are called on
/// any thread.
typedef struct {
  bool (*enqueue)(void *job, bool onMain);
  bool (*enqueueAfterDelay)(void *job, int64_t nanoseconds);
  bool (*callAfterDelay)(int64_t nanoseconds, void *context, void (*work)(void *context));
  /// Called when a thread with a driver has created a task.
  void (*noteTask)(void *task);
  /// Called when a thread with a driver starts work that the driver does not control.
  void (*noteOutsideWork)(CMarbleOutsideWork work);
  /// Called when a task enters a custom executor, with the function that it continues; NULL for a
  /// new task.
  void (*noteExecutor)(const void *executor, const void *_Nullable function);
  /// The elapsed virtual time of this thread's run, in nanoseconds.
  int64_t (*elapsed)(void);
} CMarbleHandlers;

/// Installs the hooks, once per process; they are never removed.
///
/// `mainStandIn` is the main actor's executor on every thread that has a driver.
void CMarbleInstall(CMarbleHandlers handlers, CMarbleExecutor mainStandIn);

/// True unless another library has replaced the main hook.
bool CMarbleIsInPlace(void);

/// True if the runtime of this system supports replacing the main actor's executor.
bool CMarbleReplacesMainExecutor(void);

/// True if the runtime of this system has a hook for sleeps until a deadline.
bool CMarbleSeesDeadlines(void);

/// The serial executor of the caller; its identity is NULL off actors.
CMarbleExecutor CMarbleCurrentExecutor(void);

/// The driver that is bound to this thread, or NULL.
void *_Nullable CMarbleCurrentDriver(void);
void CMarbleSetCurrentDriver(void *_Nullable driver);

/// Offers a job that bypassed the hooks to the driver of this thread, or of its task.
bool CMarbleTakeJob(void *job, bool onMain);

/// Reports a task that was just created to the driver of this thread.
void CMarbleNoteTask(void *task);

/// True if the creation of tasks is observed in this program.
bool CMarbleSeesCreation(void);

/// A handler of a new task, and of the type of its result.
typedef void (*CMarbleTaskHandler)(void *task, const void *_Nullable resultType);

/// Sets the handler of tasks that are created outside runs, once per process. It is called on the thread
/// that creates the task, and only where the creation of tasks is observed.
void CMarbleSetCreationHandler(CMarbleTaskHandler handler);

/// Reports work that the driver of this thread does not control.
void CMarbleNoteOutsideWork(CMarbleOutsideWork work);

/// Reports a task that enters a custom executor, unless it is the stand-in of the main actor.
void CMarbleNoteExecutor(CMarbleExecutor executor, const void *_Nullable function);

/// True if work that a run does not control is observed in this program.
///
/// A statically linked program keeps the original functions, so it observes nothing.
bool CMarbleSeesOutsideWork(void);

/// Writes the return addresses of the callers, the innermost first, and returns their number.
int CMarbleCallers(void *_Nullable *_Nonnull addresses, int count);

/// Writes the return addresses that the frame pointers lead to, the innermost first, and returns
/// their number.
int CMarbleFrames(void *_Nullable *_Nonnull addresses, int count);

/// Writes the functions that continue after the call for which the task of this thread is about to
/// wait, the innermost first, and returns their number; 0 if the task does not wait.
int CMarbleAsyncCallers(uintptr_t *functions, int count);

/// The mangled name of the function of a return address; NULL if unknown.
///
/// `isOfProgram` becomes true for code of the program itself, as opposed to a shared library.
const char *_Nullable CMarbleFunctionName(uintptr_t returnAddress, bool *isOfProgram);

/// The complete declaration that a mangled name means; NULL if it is none. The caller frees it.
char *_Nullable CMarbleDeclaration(const char *mangled);

/// Offers a timer of this thread to its driver; returns true if the driver took it.
bool CMarbleTakeTimer(int64_t nanoseconds, void *context, void (*work)(void *context));

/// Enqueues a job on the concurrent pool, unless a driver of this thread or of its task takes it.
void CMarbleEnqueueGlobal(void *job);

/// The runtime's identifier of a job's task; 0 for a job of an actor.
uint64_t CMarbleTaskIdentifier(void *job);

/// The identifier of the task that runs on this thread; 0 if there is none.
uint64_t CMarbleCurrentTaskIdentifier(void);

/// Retains the task that a job starts, to detect its end later.
///
/// Returns false, and retains nothing, for a child task, because its parent waits for it and may
/// own its memory. Returns false for a task on a custom executor, too, because its timing is not
/// deterministic.
bool CMarbleKeepTask(void *job);

/// True if a retained task has ended and nothing else retains it.
bool CMarbleTaskIsForgotten(void *job);

/// True if a retained task has ended. A task that has not ended gets the next higher priority, so
/// this is only for the end of the run. A task of the highest priority counts as ended.
bool CMarbleTaskHasEnded(void *job);
void CMarbleReleaseTask(void *job);

/// A weak reference to an object of Swift, at an address that does not change.
typedef struct {
  void *_Nullable object;
} CMarbleObservation;

void CMarbleObserveObject(CMarbleObservation *observation, void *object);

/// True if the release of an object has begun. The object is not retained, not even for a moment.
bool CMarbleObjectIsReleased(CMarbleObservation *observation);
void CMarbleEndObservation(CMarbleObservation *observation);

/// A weak reference to a task, at an address that does not change.
typedef struct {
  CMarbleObservation task;
  /// The index of the word that has the status.
  size_t statusWord;
} CMarbleTaskObservation;

/// Begins to observe a task that was just created, without retaining it.
///
/// Returns false, and observes nothing, for a child task, because its parent waits for it, and for a
/// task whose memory has no known status.
bool CMarbleObserveTask(
    CMarbleTaskObservation *observation, void *task, const void *_Nullable resultType);

/// True if an observed task has ended, also while something retains it.
bool CMarbleObservedTaskHasEnded(CMarbleTaskObservation *observation);
void CMarbleEndTaskObservation(CMarbleTaskObservation *observation);

/// The actor of an actor's job; NULL if unknown, and before the layout of such jobs is trusted.
void *_Nullable CMarbleActor(void *job);

/// The actor of an actor's job, for the probe of the layout of such jobs.
void *_Nullable CMarbleActorByLayout(void *job);

/// Sets whether the layout of an actor's job is as expected.
void CMarbleTrustActors(bool areKnown);

/// Retains the memory of an actor, not the actor, so that its address is not reused.
void CMarbleKeepMemory(void *actor);
void CMarbleReleaseMemory(void *actor);

/// The elapsed virtual time of this thread's run, in nanoseconds.
int64_t CMarbleElapsed(void);

/// Restarts the runtime's clocks from the current time, for the run that starts on this thread.
void CMarbleResetClocks(void);

/// True if the runtime's clocks follow virtual time in a run.
bool CMarbleMovesClocks(void);

/// A monotonic real time in nanoseconds, from an arbitrary start.
uint64_t CMarbleNanoseconds(void);

/// True if a debugger is attached to the process.
bool CMarbleIsTraced(void);

#if __has_feature(nullability)
#pragma clang assume_nonnull end
#endif
