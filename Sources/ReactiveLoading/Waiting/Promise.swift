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
  @inlinable final var valueIgnoringCancellation: Value? {
    get async {
      await waitIgnoringCancellation(until: { storedValue != nil })
      return locked { storedValue }
    }
  }
}
