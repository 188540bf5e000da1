import ReactiveLoadable
import ReactiveResources

/// What a poster looked like on the screen, in whichever rows it was shown.
@MainActor
final class PosterTrail {
  typealias State = PosterCell.State

  let shown: StateTimeline<State>
  private let size: PosterSize
  private let state = BehaviorRelay<State>(.notRequested)
  private var subscription: AnyCancellable?

  init(_ size: PosterSize, clock: any Clock<Duration>) {
    self.size = size
    shown = StateTimeline(state.readOnly, clock: clock)
  }

  /// A row is about to show it.
  func begin(_ cell: PosterCell) {
    subscription = cell.states.sink { [state] in state.accept($0) }
  }

  /// No row shows it any more.
  func end() {
    subscription = nil
    state.accept(.notRequested)
  }
}

extension PosterTrail {
  /// In which way a poster came, of those that a folder knows.
  enum Way: String, CaseIterable {
    case fresh = "fresh on the disk: shown without a request"
    case confirmed = "stale on the disk: shown at once, and found to be right"
    case fetched = "not on the disk: fetched over the network"
  }

  /// The way in which it came first; nil if it did not come, or in another way.
  var way: Way? {
    let symbols = Set(symbols)
    if symbols.isSuperset(of: ["d", "D"]) { return .confirmed }
    if symbols.contains("D") { return .fresh }
    return symbols.contains("N") ? .fetched : nil
  }

  /// The symbols that are drawn, in order.
  var symbols: [String] { shown.symbols(mark) }

  /// The mark of a state; the same one is drawn once, and so is progress.
  func mark(_ state: State) -> StateMark {
    var mark = plainMark(state)
    mark.repetition = .omitted
    return mark
  }

  private func plainMark(_ state: State) -> StateMark {
    guard case .loading(var loading) = state else {
      return state.mark { StateMark($0.source.symbol, "from \($0.source.origin)") }
    }
    loading.progress = nil
    guard let there = loading.previous else { return State.loading(loading).mark() }
    if there.key.size.pixels != size.width { return StateMark("w", "a smaller one stands in") }
    return StateMark(
      there.source.symbol.lowercased(),
      "from \(there.source.origin), asked about"
    )
  }
}

extension ResourceSource {
  fileprivate var symbol: String {
    switch self {
    case .memory: "M"
    case .disk: "D"
    case .network: "N"
    }
  }

  fileprivate var origin: String {
    switch self {
    case .memory: "memory"
    case .disk: "the disk"
    case .network: "the network"
    }
  }
}
