import Atomics

/// The tickets of embedded machines, which are different for all that were ever made: copies of a machine would
/// give the same tickets to different loads.
enum EmbeddedTickets {
  private static let last = ManagedAtomic<UInt>(0)

  /// A ticket after which there are enough that no other machine has.
  static func next() -> UInt { last.loadThenWrappingIncrement(by: 64, ordering: .relaxed) }
}

/// What an embedded machine wants to be performed, at one moment: a load, or a page.
package struct EmbeddedRun<Request: Hashable & Sendable>: Sendable {
  /// What is asked for.
  package let request: Request
  /// The number of the load for those who wait for it, who may wait for several pages.
  package let load: UInt
  /// The number of the last time that somebody has asked for it; those of all loads are different, and later
  /// ones are larger.
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

  /// Whether this is the same run, in whatever attempt.
  func isSame(as other: Self) -> Bool { first == other.first }
}

/// What a performer tells the machine that it works for.
package struct EmbeddedNews<Value: Sendable, Failure: Error>: Sendable {
  enum What: Sendable {
    case heard(LoadNews<Value, Failure>)
    /// A handle cancels the load of this number.
    case cancel(UInt)
  }

  let what: What

  /// Whether it is about a load as its performer does it: an attempt that was given up is not.
  func isAbout<Key>(_ run: EmbeddedRun<Key>) -> Bool {
    switch what {
    case .cancel, .heard(.expired): true
    case .heard(.succeeded(let ticket, _)), .heard(.failed(let ticket, _, _)),
      .heard(.gaveUp(let ticket)), .heard(.reported(let ticket, _)), .heard(.waited(let ticket)):
      ticket == run.ticket
    }
  }

  /// Whether the load is over by this.
  package var isEnd: Bool {
    guard case .heard(let news) = what else { return true }
    return switch news {
    case .succeeded, .gaveUp, .expired, .failed(_, _, mayRetry: false): true
    case .reported, .waited, .failed(_, _, mayRetry: true): false
    }
  }

  /// Whether what the load does at present is over by this: an attempt, or the time before one.
  package var endsAttempt: Bool {
    if case .heard(.reported) = what { false } else { true }
  }

  /// How the load ends by this, if it does: no retry follows.
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
  /// What is new of a load that goes on.
  package enum Step: Sendable {
    case value(Value)
    case progress(LoadProgress)
    case attemptFailed(Failure)
    /// The time before a retry is over.
    case attemptBegins
  }

  /// What is new of the load; `nil` if it is over by this.
  package var step: Step? {
    guard case .heard(let news) = what else { return nil }
    return switch news {
    case .reported(_, .value(let value)): .value(value)
    case .reported(_, .progress(let progress)): .progress(progress)
    case .failed(_, let error, mayRetry: true): .attemptFailed(error)
    case .waited: .attemptBegins
    case .succeeded, .gaveUp, .expired, .failed(_, _, mayRetry: false): nil
    }
  }
}
