/// A condition on which tasks wait until another thread makes it true.
///
/// The lock guards `waiting` and the state of subclasses; continuations are resumed outside it.
@usableFromInline
package class Signal {
  // SAFETY: a continuation is removed under the lock before it is resumed, so it is resumed once.
  // NB: a checked one would need another object and lock.
  private typealias Waiter = UnsafeContinuation<Void, Never>

  @usableFromInline final let lock = BareLock()
  @exclusivity(unchecked) private final var nextID: UInt = 0
  /// A task that waits, if any does; most signals have one.
  @exclusivity(unchecked) private final var first: (id: UInt, waiter: Waiter)?
  @exclusivity(unchecked) private final var others: [UInt: Waiter]?

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
      locked { remove(id) }?.resume()
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
    await withUnsafeContinuation { waiter in
      let waits = locked {
        if isOver() { return false }
        add(waiter, id)
        return true
      }
      if !waits { waiter.resume() }
    }
  }

  private final func add(_ waiter: Waiter, _ id: UInt) {
    if first == nil { return first = (id, waiter) }
    others = others ?? [:]
    others?[id] = waiter
  }

  private final func remove(_ id: UInt) -> Waiter? {
    guard let first, first.id == id else { return others?.removeValue(forKey: id) }
    self.first = others?.popFirst().map { (id: $0.key, waiter: $0.value) }
    return first.waiter
  }

  @usableFromInline
  final func wakeAll() {
    let (alone, all) = locked { takeAll() }
    alone?.resume()
    for waiter in all.sorted(by: { $0.key < $1.key }) { waiter.value.resume() }
  }

  private final func takeAll() -> (alone: Waiter?, all: [UInt: Waiter]) {
    guard let first else { return (nil, [:]) }
    defer { (self.first, others) = (nil, nil) }
    guard var others else { return (first.waiter, [:]) }
    others[first.id] = first.waiter
    return (nil, others)
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
