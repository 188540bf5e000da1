public import ReactiveRelays

/// A condition on which tasks wait until another thread makes it true.
///
/// The lock guards `waiting` and the state of subclasses; continuations are resumed outside it.
@usableFromInline
package class AsyncCondition {
  // SAFETY: a continuation is removed under the lock before it is resumed, so it is resumed once.
  // NB: a checked one would need another object and lock.
  private typealias Continuation = UnsafeContinuation<Void, Never>

  private typealias Waiter = (id: UInt, continuation: Continuation)

  @usableFromInline final let lock = RawLock()
  @exclusivity(unchecked) private final var nextID: UInt = 0
  /// A task that waits, if any does; most signals have one.
  @exclusivity(unchecked) private final var first: Waiter?
  @exclusivity(unchecked) private final var others: [UInt: Continuation]?

  @usableFromInline
  package init() {}

  /// Waits until a wake-up or the cancellation of the task, unless the condition is already true.
  ///
  /// - Parameter isMet: The condition, called under the lock. Code that makes it true must call
  ///   ``wakeAll()`` afterwards.
  @usableFromInline
  package final func wait(until isMet: () -> Bool) async {
    let id = newID()
    await withTaskCancellationHandler {
      await wait(as: id, until: { Task.isCancelled || isMet() })
    } onCancel: {
      locked { remove(id) }?.resume()
    }
  }

  /// Waits until a wake-up, even in a cancelled task, unless the condition is already true.
  ///
  /// - Parameter isMet: The condition, as for ``wait(until:)``.
  @usableFromInline
  final func waitIgnoringCancellation(until isMet: () -> Bool) async {
    await wait(as: newID(), until: isMet)
  }

  private final func newID() -> UInt {
    locked {
      nextID += 1
      return nextID
    }
  }

  private final func wait(as id: UInt, until isMet: () -> Bool) async {
    await withUnsafeContinuation { continuation in
      let waits = locked {
        if isMet() { return false }
        add(continuation, id)
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  private final func add(_ continuation: Continuation, _ id: UInt) {
    if first == nil { return first = (id, continuation) }
    others = others ?? [:]
    others?[id] = continuation
  }

  private final func remove(_ id: UInt) -> Continuation? {
    guard let first, first.id == id else { return others?.removeValue(forKey: id) }
    self.first = others?.popFirst().map { ($0.key, $0.value) }
    return first.continuation
  }

  @usableFromInline
  package final func wakeAll() {
    let (waiter, others) = locked { takeAll() }
    guard let waiter else { return }
    guard var others else { return waiter.continuation.resume() }
    others[waiter.id] = waiter.continuation
    for (_, continuation) in others.inOrder(of: \.key) { continuation.resume() }
  }

  private final func takeAll() -> (Waiter?, [UInt: Continuation]?) {
    defer { (first, others) = (nil, nil) }
    return (first, others)
  }

  @inlinable @inline(__always)
  final func locked<R>(_ body: () -> R) -> R { lock.withLock(body) }
}

// SAFETY: every `var`, also those of subclasses, is guarded by the lock.
extension AsyncCondition: @unchecked Sendable {}

/// A result that is set once, for any number of tasks that wait for it.
// SAFETY: `storedValue` is guarded by the lock of the condition.
@usableFromInline
package class Promise<Value: Sendable>: AsyncCondition, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline final var storedValue: Value?

  @inlinable
  package override init() { super.init() }

  /// Sets the result, unless it was set before.
  @inlinable
  package final func fulfill(_ value: Value) {
    locked { if storedValue == nil { storedValue = value } }
    wakeAll()
  }

  /// The result, after a wait if necessary; `nil` if the waiting task was cancelled first.
  @inlinable package final var value: Value? {
    get async {
      await wait(until: { storedValue != nil })
      return locked { storedValue }
    }
  }

  /// The result, after a wait that also continues in a cancelled task.
  ///
  /// The owner of the promise must fulfill it in every case.
  @inlinable package final var valueIgnoringCancellation: Value? {
    get async {
      await waitIgnoringCancellation(until: { storedValue != nil })
      return locked { storedValue }
    }
  }
}
