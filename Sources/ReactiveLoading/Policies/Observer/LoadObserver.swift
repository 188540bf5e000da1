public import CombineShim
package import ReactiveRelays
import Synchronization

/// Receives the events of loads: starts, joins, retries, results and more.
///
/// ```swift
/// let policy = LoadPolicy(name: "podcasts", observer: .logger { print($0) })
/// let podcasts = Loader(policy: policy) { try await api.podcasts() }
/// ```
///
/// ```
/// podcasts: load started
/// podcasts: load succeeded after 120 ms
/// ```
///
/// A policy has one observer. An app observes everything with ``observeAll()``.
///
/// The closure is called on the thread of the decision that causes the event, outside every lock,
/// and before the state is published. For one loader the calls are in order and never overlap. It
/// may call any intent. See <doc:ObservingLoads#O1-One-start-and-one-end>.
public struct LoadObserver: Sendable {
  private let receive: @Sendable (Event) -> Void

  /// Creates an observer that calls a closure.
  ///
  /// - Parameter receive: The closure. It is called on any thread; different loaders call it
  ///   concurrently.
  public init(_ receive: @escaping @Sendable (Event) -> Void) {
    self.receive = receive
    Self.wasCreated.store(true, ordering: .relaxed)
  }

  /// Creates an observer that passes each event to several observers, in their order.
  ///
  /// - Parameter observers: The observers.
  public init(_ observers: LoadObserver...) {
    self.init { event in
      for observer in observers { observer(event) }
    }
  }

  /// Passes an event to the observer.
  ///
  /// - Parameter event: The event, for instance from another observer that filters events.
  public func callAsFunction(_ event: Event) { receive(event) }

  /// Observes all loaders, lists, caches, mutations and stores of the process from now on.
  ///
  /// Start it before the loads that it must not miss. See
  /// <doc:ObservingLoads#O6-Start-and-end-of-an-observation>.
  ///
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observeAll() -> AnyCancellable { Self.all.add(self) }
}

// MARK: All observers

extension LoadObserver {
  /// True if any observer was ever created.
  ///
  /// Until then a decision reads nothing else.
  package static var isInUse: Bool { wasCreated.load(ordering: .relaxed) }

  private static let wasCreated = Atomic(false)

  static let all = LoadObserverList()
}

// MARK: Descriptions

extension LoadObserver: Described {
  package var objectText: ObjectText { ObjectText("LoadObserver") }
  // The closure has no text.
  package var mirrorParts: KeyValuePairs<String, Any?> { [:] }
}
