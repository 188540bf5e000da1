import OpenCombineShim

/// What a row shows of a cache, one key at a time.
///
/// Whatever comes for a key that the row has shown before never gets here: its subscription has ended
/// on the main actor, where states are delivered.
@MainActor
final class RowBinding<Source: KeyedLoader> {
  typealias Interest = Source.Interest
  typealias State = Loadable<Interest.Value, Interest.Failure>

  private let source: Source
  private let priority: LoadPriority
  private let whenLeft: RowLeavingPolicy
  private(set) var interest: Interest?
  private var subscription: AnyCancellable?

  init(_ source: Source, at priority: LoadPriority, whenLeft: RowLeavingPolicy) {
    self.source = source
    self.priority = priority
    self.whenLeft = whenLeft
  }

  /// Shows a key; the first state comes within this call.
  func show(_ key: Interest.Key, _ receive: @escaping @MainActor (State) -> Void) {
    if let interest, interest.key == key {
      interest.priority = priority
      return
    }
    let before = interest
    subscription = nil
    let interest = source.interest(in: key, at: priority)
    self.interest = interest
    subscription = interest.states.sinkOnMainActor(receiveValue: receive)
    // After the new one has begun: for the same picture at another size, the load goes on.
    before?.cancel()
  }

  /// Does what the policy says for a row out of sight; returns whether it shows its key no longer.
  func leave() -> Bool {
    switch whenLeft {
    case .cancel:
      clear()
      return true
    case .lowerPriority: interest?.priority = .low
    case .keep: break
    }
    return false
  }

  func clear() {
    subscription = nil
    interest?.cancel()
    interest = nil
  }
}

extension Loadable {
  /// What it is without the load that runs.
  var withoutLoading: Self {
    guard case .loading(let loading) = self else { return self }
    return loading.previous.map { .loaded($0) } ?? .notRequested
  }
}
