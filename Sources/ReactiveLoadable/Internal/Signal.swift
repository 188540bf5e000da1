/// A condition on which tasks wait until another thread makes it true.
///
/// The lock guards `waiting` and the state of subclasses; continuations are resumed outside it.
@usableFromInline
package class Signal {
  @usableFromInline final let lock = BareLock()
  @exclusivity(unchecked) private final var nextID: UInt = 0
  @exclusivity(unchecked) private final var waiting: [UInt: CheckedContinuation<Void, Never>]?

  @usableFromInline
  init() {}

  /// Waits until a wake-up or the cancellation of the task, unless the condition is already true.
  ///
  /// - Parameter isOver: The condition, called under the lock. Code that makes it true must call
  ///   ``wakeAll()`` afterwards.
  @usableFromInline
  final func wait(until isOver: () -> Bool) async {
    let id = newID()
    await withTaskCancellationHandler {
      await wait(as: id, until: { Task.isCancelled || isOver() })
    } onCancel: {
      locked { waiting?.removeValue(forKey: id) }?.resume()
    }
  }

  /// Waits until a wake-up, even in a cancelled task, unless the condition is already true.
  ///
  /// - Parameter isOver: The condition, as for ``wait(until:)``.
  @usableFromInline
  final func waitInAnyCase(until isOver: () -> Bool) async {
    await wait(as: newID(), until: isOver)
  }

  private final func newID() -> UInt {
    locked {
      nextID += 1
      return nextID
    }
  }

  private final func wait(as id: UInt, until isOver: () -> Bool) async {
    await withCheckedContinuation { waiter in
      let waits = locked {
        if isOver() { return false }
        waiting = waiting ?? [:]
        waiting?[id] = waiter
        return true
      }
      if !waits { waiter.resume() }
    }
  }

  @usableFromInline
  final func wakeAll() {
    guard let woken = locked({ waiting.take() }) else { return }
    for waiter in woken.sorted(by: { $0.key < $1.key }) { waiter.value.resume() }
  }

  @inlinable @inline(__always)
  final func locked<R>(_ body: () -> R) -> R {
    lock.acquire()
    defer { lock.release() }
    return body()
  }
}

// SAFETY: every `var`, also those of subclasses, is guarded by the lock.
extension Signal: @unchecked Sendable {}
