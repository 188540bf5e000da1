import Atomics

/// The tickets of embedded machines, unique in the process.
///
/// Otherwise copies of a machine would give the same tickets to different loads.
enum EmbeddedTickets {
  private static let last = ManagedAtomic<UInt>(0)

  /// Returns a ticket and reserves a block of 64 for the calling machine.
  static func next() -> UInt { last.loadThenWrappingIncrement(by: 64, ordering: .relaxed) }
}

/// The work that an embedded machine requests: a load, or a page.
package struct EmbeddedRun<Request: Hashable & Sendable>: Sendable {
  /// The request to load.
  package let request: Request
  /// The number of the load for its handles; one load can include several pages.
  package let load: UInt
  /// The number of the last request for the load.
  ///
  /// It is unique among all loads, and later numbers are larger.
  package let ask: UInt
  /// The ticket of the first attempt.
  let first: UInt
  let ticket: UInt
  let isWaiting: Bool
  let retries: Int

  init(
    _ request: Request,
    load: UInt,
    ask: UInt,
    first: UInt,
    _ activity: AttemptActivity,
    retries: Int
  ) {
    self.request = request
    self.load = load
    self.ask = ask
    self.first = first
    self.retries = retries
    switch activity {
    case .attempting(let ticket): (self.ticket, isWaiting) = (ticket, false)
    case .waiting(let ticket): (self.ticket, isWaiting) = (ticket, true)
    }
  }

  init(_ request: Request, load: UInt, ask: UInt, _ attempts: AttemptCycle) {
    self.request = request
    self.load = load
    self.ask = ask
    first = attempts.first
    ticket = attempts.ticket
    isWaiting = attempts.isWaiting
    retries = attempts.retries
  }

  /// Returns whether this is the same run, in any attempt.
  func isSame(as other: Self) -> Bool { first == other.first }
}

/// An event of a performer for the machine that it works for.
package struct EmbeddedNews<Value: Sendable, Failure: Error>: Sendable {
  enum What: Sendable {
    case heard(LoadNews<Value, Failure>)
    /// A handle cancels the load of this number.
    case cancel(UInt)
  }

  let what: What

  /// Returns whether the event belongs to the current attempt of a run; late events do not.
  func isAbout<Key>(_ run: EmbeddedRun<Key>) -> Bool {
    switch what {
    case .cancel, .heard(.expired): true
    case .heard(.succeeded(let ticket, _)), .heard(.failed(let ticket, _, _)),
      .heard(.gaveUp(let ticket)), .heard(.reported(let ticket, _)), .heard(.waited(let ticket)):
      ticket == run.ticket
    }
  }

  /// A Boolean value that indicates whether the event ends the load.
  package var isEnd: Bool {
    guard case .heard(let news) = what else { return true }
    return switch news {
    case .succeeded, .gaveUp, .expired, .failed(_, _, mayRetry: false): true
    case .reported, .waited, .failed(_, _, mayRetry: true): false
    }
  }

  /// A Boolean value that indicates whether the event ends the current attempt or delay.
  package var endsAttempt: Bool {
    if case .heard(.reported) = what { false } else { true }
  }

  /// The result of the load, if the event ends it with one: no retry follows.
  package var result: Result<Value, Failure>? {
    guard case .heard(let news) = what else { return nil }
    return switch news {
    case .succeeded(_, let value): .success(value)
    case .failed(_, let error, mayRetry: false): .failure(error)
    case .expired(_, .some(let error)): .failure(error)
    case .failed, .expired, .reported, .gaveUp, .waited: nil
    }
  }
}

extension EmbeddedNews {
  /// A change of a running load.
  package enum Step: Sendable {
    case value(Value)
    case progress(LoadProgress)
    case attemptFailed(Failure)
    /// The delay before a retry has elapsed.
    case attemptStarted
  }

  /// The change of the load; `nil` if the event ends the load.
  package var step: Step? {
    guard case .heard(let news) = what else { return nil }
    return switch news {
    case .reported(_, .value(let value)): .value(value)
    case .reported(_, .progress(let progress)): .progress(progress)
    case .failed(_, let error, mayRetry: true): .attemptFailed(error)
    case .waited: .attemptStarted
    case .succeeded, .gaveUp, .expired, .failed(_, _, mayRetry: false): nil
    }
  }
}
