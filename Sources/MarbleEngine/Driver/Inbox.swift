/// The queue for jobs of a driver's tasks that another thread wakes.
///
/// The lock guards the jobs and the open state.
final class Inbox: Sendable {
  private struct State {
    var jobs: [Job] = []
    var isOpen = true
  }

  private let state = Lock(State())

  /// Returns false if the driver has closed.
  func put(_ job: Job) -> Bool {
    state.withLock { state in
      if state.isOpen { state.jobs.append(job) }
      return state.isOpen
    }
  }

  /// Takes the jobs; those that are left when the inbox closes arrived too late for the driver.
  func takeAll(closing isLast: Bool = false) -> [Job] {
    state.withLock { state in
      if isLast { state.isOpen = false }
      defer { state.jobs = [] }
      return state.jobs
    }
  }
}

/// The inboxes of the tasks and actors of running drivers.
///
/// The locks guard the tables. Task identifiers are never reused. The memory of a registered actor
/// is retained, so its address is not reused either.
final class InboxRegistry: Sendable {
  static let shared = InboxRegistry()

  private let inboxes = Lock<[UInt64: Inbox]>([:])
  private let actors = Lock<[UnsafeMutableRawPointer: Inbox]>([:])

  func add(_ task: UInt64, to inbox: Inbox) {
    inboxes.withLock { $0[task] = inbox }
  }

  /// Returns false if the actor belongs to another driver, which keeps it.
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
