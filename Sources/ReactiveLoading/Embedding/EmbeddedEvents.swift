import ReactiveRelays

/// The events of one load of a store for observers.
///
/// Only the store's queue calls it, one call at a time; the lock guards the state against readers
/// on other threads.
final class EmbeddedEvents: Sendable {
  private struct State {
    var attempt = 0
    var cause = LoadCause.load
    var hasEnded = false
  }

  private let queue: LoadEventQueue
  private let request: AnyBox
  private let state = Lock(State())

  /// Creates the events of a load that something observes.
  init(_ policy: EmbeddedPolicy, _ request: AnyBox) {
    queue = LoadEventQueue(
      of: policy.policy,
      policy.eventOwner,
      request,
      isWrite: policy.isWriting
    )
    self.request = request
  }

  /// Records the start of the load or of an attempt, or a join.
  func record(_ kind: LoadObserver.Event.Kind, _ attempt: EmbeddedAttempt) {
    state.withLock { ($0.attempt, $0.cause) = (attempt.cycle.retries, attempt.cause) }
    record(kind)
  }

  /// Records an event of the work that the reducer handles.
  func record(_ event: LoadCore.Event, _ payload: LoadSlots.Payload) {
    guard case .attempt(let attempt, _, let progress) = event else {
      if case .restored = event { record(.restored(payload.value.erased)) }
      if case .cancelLoad = event { end(.cancelled) }
      return
    }
    switch attempt {
    case .reported:
      record(progress.map { .progressed($0) } ?? .partialValue(payload.value.erased))
    case .succeeded: end(.succeeded(payload.value.erased))
    case .failed(mayRetry: true):
      state.withLock { $0.attempt += 1 }
      record(.attemptFailed(payload.anyError))
    case .failed(mayRetry: false), .timedOut(isFailure: true): end(.failed(payload.anyError))
    case .threwCancellation, .timedOut(isFailure: false): end(.cancelled)
    // The start of the next attempt is recorded when it is performed.
    case .delayElapsed: break
    }
  }

  /// Records the end of the load, once.
  func end(_ kind: LoadObserver.Event.Kind) {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    if isFirst { record(kind) }
  }

  private func record(_ kind: LoadObserver.Event.Kind) {
    let (attempt, cause) = state.withLock { ($0.attempt, $0.cause) }
    let change = ObservedChange(
      kind,
      of: 1,
      request: request,
      attempt: attempt,
      cause: cause
    )
    queue.append([change], at: queue.now)
    queue.deliver()
  }
}

extension LoadEventQueue {
  /// Creates the queue of the events of one load or of one record of a store.
  convenience init(
    of policy: LoadPolicy,
    _ owner: LoadEventQueue,
    _ request: AnyBox,
    isWrite: Bool = false
  ) {
    let name = policy.name ?? "\(type(of: request.erased))"
    self.init(name, policy.observer, clock: policy.clock, owner: owner, isWrite: isWrite)
  }
}
