public import Synchronization

/// An observer of the objects that the layers create: the hook of the test libraries.
package protocol CreationObserver: AnyObject, Sendable {
  /// Receives a new object, on the thread and in the task that create it.
  ///
  /// - Parameters:
  ///   - object: A relay, a store, a subscription, a load, or a wait for one; its type says which.
  ///   - owner: The object that it belongs to, such as the relay of a subscription; `nil` for none.
  ///   - request: The request of a load; `nil` for another object.
  func created(_ object: AnyObject, of owner: AnyObject?, for request: AnyObject?)
}

/// The observers of the process; without one, the creation of an object costs one relaxed load.
@usableFromInline
package enum Creations {
  @usableFromInline static let count = Atomic(0)
  private static let observers = Lock([any CreationObserver]())

  @inlinable package static var areObserved: Bool { count.load(ordering: .relaxed) > 0 }

  package static func add(_ observer: any CreationObserver) {
    observers.withLock { $0.append(observer) }
    count.add(1, ordering: .relaxed)
  }

  package static func remove(_ observer: any CreationObserver) {
    count.subtract(1, ordering: .relaxed)
    observers.withLock { $0.removeAll { $0 === observer } }
  }

  /// Passes a new object to the observers, which retain it only if they say so.
  @usableFromInline
  package static func note(
    _ object: AnyObject,
    of owner: AnyObject? = nil,
    for request: AnyObject? = nil
  ) {
    for observer in observers.withLock({ $0 }) { observer.created(object, of: owner, for: request) }
  }
}
