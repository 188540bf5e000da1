import CombineShim
import Observation
package import ReactiveRelays

/// A value of a model that views observe.
///
/// It retains the replaced value until observers can read the new one, because the `deinit` of that
/// value may read the model.
@MainActor package final class ObservedValue<Value>: ObservedProperty {
  @exclusivity(unchecked) private var current: Value

  package init(_ value: Value) {
    current = value
    super.init()
  }

  /// The value; a read is observed.
  package var value: Value {
    access()
    return current
  }

  /// The value, read without being observed.
  package var unobserved: Value { current }

  /// Notifies the observers, and then changes the value.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - isCurrent: A closure that returns false to keep the old value. It is called after the
  ///     observers, which may have made the new value outdated.
  package func set(_ value: Value, if isCurrent: () -> Bool = { true }) {
    let before = current
    willSet()
    if isCurrent() { current = value }
    didSet()
    withExtendedLifetime(before) {}
  }
}

extension ObservedValue where Value: Sendable {
  /// Sets the value to each one that a relay publishes, with the order and times of
  /// `sinkOnMainActor`.
  ///
  /// The subscription retains this object, but not the model that owns both.
  package func follow(_ relay: ReadOnlyRelay<Value>) -> AnyCancellable {
    relay.deliverOnMainActor(MainActor.unchecked { self.set($0) })
  }
}

/// The identity of a value of a model for Observation.
///
/// Observation identifies a property by a key path. The runtime makes that of a property of a
/// generic class again at each access, for 10,000 to 40,000 instructions. That of this class is
/// made once.
@MainActor package class ObservedProperty: Observable {
  private nonisolated static let identity: any KeyPath<ObservedProperty, Void> & Sendable =
    \.property

  private let registrar = ObservationRegistrar()
  private nonisolated var property: Void { () }

  fileprivate init() {}

  fileprivate final func access() { registrar.access(self, keyPath: Self.identity) }
  fileprivate final func willSet() { registrar.willSet(self, keyPath: Self.identity) }
  fileprivate final func didSet() { registrar.didSet(self, keyPath: Self.identity) }
}
