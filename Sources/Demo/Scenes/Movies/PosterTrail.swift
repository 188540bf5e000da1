import ReactiveLoadable
import ReactiveResources

/// What a poster looked like on the screen, in whichever rows it was shown.
@MainActor
final class PosterTrail {
  typealias State = RowState<ResourceLoader<Poster>>

  let shown: StateTimeline<State>
  private let size: PosterSize
  private let state = BehaviorRelay<State>(.notRequested)
  private var subscription: AnyCancellable?

  init(_ size: PosterSize, clock: any Clock<Duration>) {
    self.size = size
    shown = StateTimeline(state.readOnly, clock: clock)
  }

  /// A row shows it.
  func begin(_ interest: ResourceInterest<Poster>?) {
    subscription = interest?.states.sinkOnMainActor { [state] in state.accept($0) }
  }

  /// No row shows it.
  func end() {
    subscription = nil
    state.accept(.notRequested)
  }

  /// Waits until nothing loads.
  func settles() async { await shown.shows { !$0.isLoading } }
}

extension PosterTrail {
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
