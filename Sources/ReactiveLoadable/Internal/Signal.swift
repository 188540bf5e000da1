/// Where tasks wait for something that another thread brings about.
///
/// The lock guards `waiting`, and what subclasses say; continuations are resumed outside it.
@usableFromInline
package class Signal {
  @usableFromInline final let lock = BareLock()
  @exclusivity(unchecked) private final var nextID: UInt = 0
  @exclusivity(unchecked) private final var waiting: [UInt: CheckedContinuation<Void, Never>] = [:]

  @usableFromInline
  init() {}

  /// Returns when it was woken, when there is nothing to wait for, or when the task is cancelled.
  ///
  /// - Parameter isOver: Whether there is nothing to wait for; called under the lock. Whoever makes
  ///   it true calls ``wakeAll()`` afterwards.
  @usableFromInline
  final func wait(until isOver: () -> Bool) async {
    let id = newID()
    await withTaskCancellationHandler {
      await wait(as: id, until: { Task.isCancelled || isOver() })
    } onCancel: {
      locked { waiting.removeValue(forKey: id) }?.resume()
    }
  }

  /// Returns when it was woken or there is nothing to wait for, also in a cancelled task.
  ///
  /// - Parameter isOver: As for ``wait(until:)``.
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
        waiting[id] = waiter
        return true
      }
      if !waits { waiter.resume() }
    }
  }

  @usableFromInline
  final func wakeAll() {
    let woken = locked {
      defer { waiting = [:] }
      return waiting
    }
    if woken.isEmpty { return }
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
