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
  /// The symbols that belong together: on the way, there, there and asked about.
  static let groups = ["nl12fF", "NDMw", "rdm"]

  /// The symbols that are drawn, in order.
  var symbols: [String] { shown.symbols(mark) }

  /// What it means that one symbol comes after another, where that is to be seen.
  static func changes(in trails: [PosterTrail]) -> [String] {
    let pairs = trails.flatMap { zip($0.symbols, $0.symbols.dropFirst()) }
    let notes = [
      (
        "D after d or m: the server said that it is still right",
        pairs.contains { "dm".contains($0.0) && $0.1 == "D" }
      ),
      ("n after another mark: its row went out of sight", pairs.contains { $0.1 == "n" }),
    ]
    return notes.filter(\.1).map(\.0)
  }

  /// What went wrong before the poster was there, for a table that says where it came from.
  var note: String? {
    let first = symbols.prefix { $0 != "N" }
    if first.contains("f") { return "failed first" }
    return first.contains("1") ? "broke off first" : nil
  }

  /// The mark of a state; the same one is drawn once, and so is progress.
  func mark(_ state: State) -> StateMark {
    var mark = plainMark(state)
    mark.repetition = .omitted
    return mark
  }

  private func plainMark(_ state: State) -> StateMark {
    guard case .loading(var loading) = state else {
      return state.mark(\.source.mark)
    }
    loading.progress = nil
    guard let there = loading.previous else { return markOfFirstLoad(loading) }
    if there.key.size.pixels != size.width {
      return StateMark("w", "a smaller one stands in while it loads")
    }
    return there.source.markWhileAsking
  }

  private func markOfFirstLoad(_ loading: Loading<Resource<Poster>>) -> StateMark {
    loading.attempt == 0
      ? State.loading(loading).mark()
      : StateMark(String(loading.attempt), "loading, attempt \(loading.attempt + 1)")
  }
}

extension ResourceSource {
  fileprivate var mark: StateMark {
    switch self {
    case .memory: StateMark("M", "from memory")
    case .disk: StateMark("D", "from the disk")
    case .network: StateMark("N", "from the network")
    }
  }

  /// The mark while the server is asked about what is shown.
  fileprivate var markWhileAsking: StateMark {
    switch self {
    case .memory: StateMark("m", "from memory, the server is asked")
    case .disk: StateMark("d", "from the disk, the server is asked")
    case .network: StateMark("r", "from the network, the server is asked")
    }
  }
}
