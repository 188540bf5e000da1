/// A load, and the outcome that its handles wait for.
// SAFETY: `result` is guarded by the lock of the signal.
@usableFromInline
final class RunningLoad<Value: Sendable, Failure: Error>: RunningWork, @unchecked Sendable {
  @exclusivity(unchecked) private var result: LoadEnd<Value, Failure>?

  /// Ends the load; returns whether an activity counted it.
  ///
  /// Tasks are cancelled and waiting tasks resumed outside the lock.
  @usableFromInline @discardableResult
  func end(_ result: LoadEnd<Value, Failure>) -> Bool {
    end { if self.result == nil { self.result = result } }
  }

  /// The outcome, after a wait if necessary; `nil` if the waiting task was cancelled first.
  var outcome: LoadOutcome<Value, Failure>? {
    get async {
      await wait(until: { isOver })
      return locked { result }?.outcome
    }
  }

  /// The outcome, after a wait that also continues in a cancelled task.
  var outcomeInAnyCase: LoadOutcome<Value, Failure>? {
    get async {
      await waitInAnyCase(until: { isOver })
      return locked { result }?.outcome
    }
  }
}

/// The end of a load, with its value or its error.
///
/// Its layout is the same for all types of values.
@usableFromInline
struct LoadEnd<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Kind: Sendable {
    case loaded, failed, cancelled, replaced
    case skipped(SkipReason)
  }

  private let kind: Kind
  private let value: Box<Value>?
  private let failure: Box<Failure>?

  @usableFromInline
  init(_ kind: Kind, _ value: Box<Value>? = nil, _ failure: Box<Failure>? = nil) {
    self.kind = kind
    self.value = value
    self.failure = failure
  }

  init(outcome: LoadOutcome<Value, Failure>) {
    switch outcome {
    case .loaded(let value): self.init(.loaded, Box(value))
    case .failed(let error): self.init(.failed, nil, Box(error))
    case .cancelled, .abandoned: self.init(.cancelled)
    case .replaced: self.init(.replaced)
    case .skipped(let reason): self.init(.skipped(reason))
    }
  }

  var outcome: LoadOutcome<Value, Failure> {
    switch kind {
    case .loaded: if let value { return .loaded(value.value) }
    case .failed: if let failure { return .failed(failure.value) }
    case .replaced: return .replaced
    case .skipped(let reason): return .skipped(reason)
    case .cancelled: break
    }
    return .cancelled
  }
}
