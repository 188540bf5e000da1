import ReactiveLoadable
import ReactiveResources

/// A recording of one poster on screen, across the rows that show it.
@MainActor
final class PosterTrail {
  typealias State = ResourceLoader<Poster>.State

  let shown: StateTimeline<State>
  private let size: PosterSize
  private let state = BehaviorRelay<State>(.notRequested)
  private var subscription: AnyCancellable?

  init(_ size: PosterSize, clock: any Clock<Duration>) {
    self.size = size
    shown = StateTimeline(state.readOnly, clock: clock)
  }

  func begin(_ cell: PosterCell) { subscription = cell.states.sink { [state] in state.accept($0) } }

  func end() {
    subscription = nil
    state.accept(.notRequested)
  }

  var symbols: [String] { shown.symbols(mark) }

  var note: String? {
    let first = symbols.prefix { $0 != "N" }
    if first.contains("f") { return "failed first" }
    return first.contains("1") ? "broke off first" : nil
  }

  func mark(_ state: State) -> StateMark {
    var mark = plainMark(state)
    mark.repetition = .omitted
    return mark
  }

  private func plainMark(_ state: State) -> StateMark {
    guard case .loading(var loading) = state else { return state.mark(\.source.mark) }
    loading.progress = nil
    if let shown = loading.previous {
      return shown.key.size.pixels == size.width
        ? shown.source.markWhileRevalidating
        : StateMark("w", "smaller poster shown while loading", .busy)
    }
    guard loading.attempt > 0 else { return State.loading(loading).mark() }
    return StateMark(String(loading.attempt), "loading, attempt \(loading.attempt + 1)", .busy)
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

  fileprivate var markWhileRevalidating: StateMark {
    switch self {
    case .memory: StateMark("m", "from memory, revalidating", .busy)
    case .disk: StateMark("d", "from the disk, revalidating", .busy)
    case .network: StateMark("r", "from the network, revalidating", .busy)
    }
  }
}

extension [(name: String, trail: PosterTrail)] {
  /// The marble lines below one another, their legend, and notes on the transitions in them.
  @MainActor
  func blocks(frame: Duration = .milliseconds(20)) -> [Block] {
    let width = map(\.name.columns).max() ?? 0
    let histories = map { $0.trail.shown.history($0.trail.mark) }
    let lines = zip(self, histories).map { entry, history in
      history.block(entry.name.padded(toColumns: width) + "  ", frame: frame)
    }
    let milliseconds = Int(frame / .milliseconds(1))
    return [.line("States of some rows, one character is \(milliseconds) ms:", .faint)] + lines
      + [.legend(histories.flatMap(\.marks).map(\.mark))]
      + (Self.transitions(in: histories) + [Self.notation]).map { .line("  " + $0, .faint) }
  }

  private static let notation = "(ab) within one character · - no change · 90ms no change for 90 ms"

  static func transitions(in histories: [MarkHistory]) -> [String] {
    let pairs = histories.map { $0.marks.map(\.mark.symbol) }
      .flatMap { zip($0, $0.dropFirst()).map { $0 + $1 } }
    let notes = [
      ("dD or mD: the server confirmed the poster", ["dD", "mD"].contains(where: pairs.contains)),
      ("a letter, then n: the row left the view", pairs.contains { $0.hasSuffix("n") }),
    ]
    return notes.filter(\.1).map(\.0)
  }
}

/// A row of a list, reused for one movie after the other.
typealias PosterCell = KeyedModel<ResourceLoader<Poster>>

extension PosterCell {
  func settles() async { for await state in states.elements where !state.isLoading { return } }
}

/// The rows in view, and the spare rows for reuse.
@MainActor
final class PosterList {
  let movies: [Movie]
  let trails: [Int: PosterTrail]
  private(set) var made = 0
  private let loader: ResourceLoader<Poster>
  private var inView: [Int: PosterCell] = [:]
  private var spare: [PosterCell] = []

  init(
    _ movies: [Movie],
    from library: PosterLibrary,
    following rows: some Sequence<Int>,
    clock: any Clock<Duration>
  ) {
    self.movies = movies
    loader = library.loader
    trails = rows.reduce(into: [:]) { $0[$1] = PosterTrail(.w92, clock: clock) }
  }

  func play(_ step: RowScroll.Step) {
    switch step {
    case .appears(let place): appear(place)
    case .disappears(let place): disappear(place)
    }
  }

  func retryFailed() { for cell in inView.values where cell.state.error != nil { cell.retry() } }
  func settles() async { for cell in inView.values { await cell.settles() } }
  var loading: Int { inView.values.count { $0.state.isLoading } }

  var lines: [PosterLine] {
    inView.sorted { $0.key < $1.key }
      .map { PosterLine(place: $0, movie: movies[$0], $1.state) }
  }

  private func appear(_ place: Int) {
    let cell = spare.popLast() ?? make()
    inView[place] = cell
    trails[place]?.begin(cell)
    cell.show(ResourceKey(movies[place], .w92))
  }

  private func disappear(_ place: Int) {
    guard let cell = inView.removeValue(forKey: place) else { return }
    trails[place]?.end()
    cell.clear()
    spare.append(cell)
  }

  private func make() -> PosterCell {
    made += 1
    return PosterCell(loader, at: .high)
  }
}
