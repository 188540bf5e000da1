import Atomics

/// What a ``Loader`` knows, as a value in somebody else's state, who has the loads performed.
///
/// It is the machine of a loader, and takes the same intents by the same contract. An
/// ``EmbeddedPerformer`` follows ``run`` and does the work.
package struct EmbeddedLoad<Request: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable
{
  private var machine: LoadStateMachine<Request, Value, Failure>
  private var elapsed: ElapsedTime?
  /// Tells it from all others that were ever made, whose news is not its own.
  private let origin = lastOrigin.wrappingIncrementThenLoad(ordering: .relaxed)

  /// Nothing was asked for.
  package init() { machine = LoadStateMachine() }

  /// A value that came another way.
  ///
  /// - Parameters:
  ///   - value: What is there.
  ///   - request: What it answers; `nil` for any request.
  package init(_ value: Value, of request: Request?) {
    machine = LoadStateMachine(
      from: .loaded(ShownValue(value, of: request, asOf: 0), staleAt: nil)
    )
  }

  /// The state to draw.
  package var state: Loadable<Value, Failure> { machine.state }

  /// What is loading, or what was asked for last.
  package var request: Request? {
    switch machine.phase {
    case .settled(let settled), .closed(let settled): settled.request
    case .loading(let run): run.request
    }
  }

  /// The load that has to be performed; `nil` if there is none.
  package var run: EmbeddedRun<Request>? {
    guard case .loading(let run) = machine.phase else { return nil }
    return EmbeddedRun(run, of: origin)
  }

  /// What it goes by from now on.
  package mutating func obey(_ policy: LoadPolicy) {
    machine.rules = policy.rules
    if policy.freshness.isTimed, elapsed == nil { elapsed = ElapsedTime(on: policy.clock) }
  }

  /// Does what the table of ``Loader`` says.
  package mutating func perform(_ intent: LoadIntent<Request, Value>) {
    handle(.intent(intent))
  }

  /// Takes what a performer has heard, unless that is not about the load that runs.
  package mutating func hear(_ news: EmbeddedNews<Value, Failure>) {
    guard news.origin == origin else { return }
    switch news.what {
    case .heard(let news): handle(.heard(news))
    case .cancel(let load): handle(.cancelLoad(load))
    }
  }

  /// Changes the value that shows, where it stands; `nil` if none does.
  package mutating func change<R>(_ body: (inout Value) throws -> R) rethrows -> R? {
    try machine.changeShown(body)
  }

  private mutating func handle(_ event: LoadStateMachine<Request, Value, Failure>.Event) {
    _ = machine.handle(event, at: elapsed?.now() ?? .zero)
  }
}

private let lastOrigin = ManagedAtomic<UInt>(0)

/// A load that an embedded machine wants to be performed, at one moment.
package struct EmbeddedRun<Request: Hashable & Sendable>: Sendable {
  /// What is asked for.
  package let request: Request
  let origin: UInt
  let load: UInt
  let ticket: UInt
  let isWaiting: Bool
  let retries: Int

  init<Value, Failure>(_ run: LoadRun<Request, Value, Failure>, of origin: UInt) {
    request = run.request
    load = run.load
    retries = run.retries
    self.origin = origin
    switch run.activity {
    case .attempting(let ticket): (self.ticket, isWaiting) = (ticket, false)
    case .waiting(let ticket): (self.ticket, isWaiting) = (ticket, true)
    }
  }

  func isOfLoad(_ other: Self) -> Bool { load == other.load && origin == other.origin }
}

/// What a performer tells the machine that it works for.
package struct EmbeddedNews<Value: Sendable, Failure: Error>: Sendable {
  enum What: Sendable {
    case heard(LoadNews<Value, Failure>)
    /// A handle cancels the load that it stands for.
    case cancel(UInt)
  }

  let origin: UInt
  let what: What

  /// Whether it is about a load as it is performed: an attempt that was given up is not.
  func isAbout<Key>(_ run: EmbeddedRun<Key>) -> Bool {
    guard origin == run.origin else { return false }
    return switch what {
    case .cancel(let load), .heard(.expired(let load, _)): load == run.load
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

extension LoadStateMachine {
  /// Changes the value that shows, and with it what a cancel goes back to, if that is the same one.
  fileprivate mutating func changeShown<R>(_ body: (inout Value) throws -> R) rethrows -> R? {
    guard var value = shown?.value else { return nil }
    let result = try body(&value)
    switch phase {
    case .settled(let settled): phase = .settled(settled.showing(value))
    case .closed(let settled): phase = .closed(settled.showing(value))
    case .loading(var run):
      if run.settled.shown?.asOf == run.shown?.asOf { run.settled = run.settled.showing(value) }
      run.shown?.value = value
      phase = .loading(run)
    }
    return result
  }
}
