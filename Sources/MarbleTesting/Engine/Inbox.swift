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

/// Which inbox the tasks of running drivers belong to.
///
/// The lock guards the table; identifiers are never reused, so a stale one cannot be mistaken.
final class Registry: Sendable {
  static let shared = Registry()

  private let inboxes = Lock<[UInt64: Inbox]>([:])

  func add(_ task: UInt64, to inbox: Inbox) {
    inboxes.withLock { $0[task] = inbox }
  }

  func inbox(of task: UInt64) -> Inbox? {
    inboxes.withLock { $0.isEmpty ? nil : $0[task] }
  }

  func remove(_ tasks: Set<UInt64>) {
    inboxes.withLock { inboxes in
      for task in tasks { inboxes[task] = nil }
    }
  }
}
