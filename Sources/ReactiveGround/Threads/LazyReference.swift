public import Synchronization

/// A reference to an object that is created at its first use.
// NB: Not an `AtomicLazyReference`: a read of it costs 640 instructions, and the thread sanitizer does not see its
// memory ordering.
@usableFromInline
package struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The owned object.
  @usableFromInline let stored = Atomic<Unmanaged<Object>?>(nil)

  @inlinable
  package init() {}

  @inlinable
  deinit { stored.load(ordering: .acquiring)?.release() }

  /// The object; `nil` before its first use.
  @inlinable @inline(__always)
  package var object: Object? {
    stored.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0 }
  }

  /// Returns the object, and creates it at the first use.
  ///
  /// If two threads create one concurrently, the second one is discarded.
  @inlinable
  package borrowing func object(_ create: () -> Object) -> Object {
    if let object { return object }
    let new = Unmanaged.passRetained(create())
    let (isFirst, first) = stored.compareExchange(
      expected: nil,
      desired: new,
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let first else { return new.takeUnretainedValue() }
    new.release()
    return first.takeUnretainedValue()
  }
}
