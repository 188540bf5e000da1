public import CombineShim
import ReactiveRelays
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
  /// A Boolean value that indicates whether any observer was ever created.
  ///
  /// Until then a decision reads nothing else.
  package static var isInUse: Bool { wasCreated.load(ordering: .relaxed) }

  private static let wasCreated = Atomic(false)

  static let all = LoadObserverList()
}

/// The observers that no policy has, in the order of their start.
final class LoadObserverList: Sendable {
  private struct Entry {
    let number: UInt
    /// The loader that it observes; `nil` for all.
    let loader: UInt?
    let observer: LoadObserver
  }

  private struct State {
    var entries: [Entry] = []
    var last: UInt = 0
    var gaps: UInt = 0
  }

  private let state = Lock(State())

  /// The number of times that the last observer was removed.
  var gaps: UInt { state.withLock { $0.gaps } }

  var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

  /// Returns the observers of a loader.
  func observers(of loader: UInt) -> [LoadObserver] {
    state.withLock { state in
      state.entries.filter { $0.loader == nil || $0.loader == loader }.map(\.observer)
    }
  }

  /// Adds an observer of one loader, or of all; its observation ends when it is cancelled.
  func add(_ observer: LoadObserver, of loader: UInt? = nil) -> AnyCancellable {
    let number = state.withLock { state in
      state.last += 1
      state.entries.append(Entry(number: state.last, loader: loader, observer: observer))
      return state.last
    }
    return AnyCancellable { self.remove(number) }
  }

  private func remove(_ number: UInt) {
    // Released outside the lock, because the closure may own anything.
    let removed = state.withLock { state in
      let removed = state.entries.firstIndex { $0.number == number }
        .map { state.entries.remove(at: $0) }
      if removed != nil, state.entries.isEmpty { state.gaps += 1 }
      return removed
    }
    withExtendedLifetime(removed) {}
  }
}
