import CombineShim
import ReactiveRelays
import Synchronization

/// The observers that no policy has.
final class LoadObserverList: Sendable {
  /// An observer from the start of its observation to the end.
  final class Observation: Sendable {
    /// The position in the order of the starts.
    let number: UInt
    /// The loader that it observes; `nil` for all.
    let loader: UInt?
    private let observer: LoadObserver
    private let hasEnded = Atomic(false)

    fileprivate init(_ number: UInt, of loader: UInt?, _ observer: LoadObserver) {
      self.number = number
      self.loader = loader
      self.observer = observer
    }

    fileprivate func end() { hasEnded.store(true, ordering: .relaxed) }

    /// Calls the observer, unless the observation has ended.
    func callAsFunction(_ event: LoadObserver.Event) {
      if !hasEnded.load(ordering: .relaxed) { observer(event) }
    }
  }

  /// A time between the starts and ends of observations.
  struct Position {
    /// The number of observations that have started.
    fileprivate var last: UInt = 0
    /// The number of times that the last observation has ended.
    fileprivate(set) var gaps: UInt = 0
    /// True if no observation runs.
    fileprivate(set) var isEmpty = true
  }

  private struct State {
    var position = Position()
    var ofAll: [Observation] = []
    var ofLoaders: [UInt: [Observation]] = [:]

    var isEmpty: Bool { ofAll.isEmpty && ofLoaders.isEmpty }
  }

  private let state = Lock(State())

  var position: Position { state.withLock { $0.position } }

  /// Returns the observations of a loader that had started at a position, in their order.
  func observations(of loader: UInt, at position: Position) -> [Observation] {
    if position.isEmpty { return [] }
    let (ofAll, ofLoader) = state.withLock { ($0.ofAll, $0.ofLoaders[loader]) }
    let observations =
      ofLoader.map { (ofAll + $0).inOrder(of: \.number) } ?? ofAll
    return observations.filter { $0.number <= position.last }
  }

  /// Adds an observer of one loader, or of all; its observation ends when it is cancelled.
  func add(_ observer: LoadObserver, of loader: UInt? = nil) -> AnyCancellable {
    let observation = state.withLock { state in
      state.position.last += 1
      state.position.isEmpty = false
      let observation = Observation(state.position.last, of: loader, observer)
      if let loader {
        state.ofLoaders[loader, default: []].append(observation)
      } else {
        state.ofAll.append(observation)
      }
      return observation
    }
    return AnyCancellable { self.remove(observation) }
  }

  // The closure of the observer may own anything; `observation` retains it until the lock is free.
  private func remove(_ observation: Observation) {
    observation.end()
    state.withLock { state in
      if let loader = observation.loader {
        state.ofLoaders[loader]?.removeAll { $0 === observation }
        if state.ofLoaders[loader]?.isEmpty == true { state.ofLoaders[loader] = nil }
      } else {
        state.ofAll.removeAll { $0 === observation }
      }
      guard state.isEmpty else { return }
      state.position.gaps += 1
      state.position.isEmpty = true
    }
  }
}
