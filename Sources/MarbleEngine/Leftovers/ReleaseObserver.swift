import CMarbleHooks

/// Observes the release of an object without retaining it, not even for a moment.
///
/// A strong reference that is loaded from a weak one can become the last one. Its end would release
/// the object on the wrong thread.
package protocol ReleaseObserver: AnyObject, Sendable {
  var isReleased: Bool { get }
}

/// A weak reference to an object of Swift, which cannot be loaded.
// SAFETY: the runtime reads a weak reference atomically.
package final class ObservedObject: ReleaseObserver, @unchecked Sendable {
  private let observation: UnsafeMutablePointer<CMarbleObservation>

  /// - Parameter object: The object, which is no object of Objective-C.
  package init(_ object: AnyObject) {
    observation = .allocate(capacity: 1)
    observation.initialize(to: CMarbleObservation())
    CMarbleObserveObject(observation, Unmanaged.passUnretained(object).toOpaque())
  }

  deinit {
    CMarbleEndObservation(observation)
    observation.deallocate()
  }

  package var isReleased: Bool { CMarbleObjectIsReleased(observation) }
}
