/// Where jobs for a driver's tasks arrive when another thread wakes them.
///
/// The lock guards the jobs and whether the driver still takes any.
final class Inbox: Sendable {
  private struct State {
    var jobs: [Job] = []
    var isOpen = true
  }

  private let state = Lock(State())

  /// Answers false when the driver has gone.
  func put(_ job: Job) -> Bool {
    state.withLock { state in
      if state.isOpen { state.jobs.append(job) }
      return state.isOpen
    }
  }

  func takeAll() -> [Job] {
    state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  /// Takes no more jobs, and returns those that came too late for the driver.
  func close() -> [Job] {
    state.withLock { state in
      state.isOpen = false
      defer { state.jobs = [] }
      return state.jobs
    }
  }
}

/// Which inbox the tasks and the actors of running drivers belong to.
///
/// The locks guard the tables. Identifiers of tasks are never used twice; the memory of an actor is
/// kept while it stands here, so its address is not used twice either.
final class Registry: Sendable {
  static let shared = Registry()

  private let inboxes = Lock<[UInt64: Inbox]>([:])
  private let actors = Lock<[UnsafeMutableRawPointer: Inbox]>([:])

  func add(_ task: UInt64, to inbox: Inbox) {
    inboxes.withLock { $0[task] = inbox }
  }

  /// Answers false when another driver has the actor; that one keeps it.
  func add(_ actor: UnsafeMutableRawPointer, to inbox: Inbox) -> Bool {
    actors.withLock { actors in
      if actors[actor] == nil { actors[actor] = inbox }
      return actors[actor] === inbox
    }
  }

  func inbox(of job: Job) -> Inbox? {
    if job.task != 0 { return inboxes.withLock { $0.isEmpty ? nil : $0[job.task] } }
    return actors.withLock { actors in
      actors.isEmpty ? nil : job.actor.flatMap { actors[$0] }
    }
  }

  func remove(_ left: Set<UnsafeMutableRawPointer>, of inbox: Inbox) {
    actors.withLock { actors in
      for actor in left where actors[actor] === inbox { actors[actor] = nil }
    }
  }

  func remove(_ tasks: Set<UInt64>) {
    inboxes.withLock { inboxes in
      for task in tasks { inboxes[task] = nil }
    }
  }
}
