import ReactiveLoadable

/// The search on a terminal: takes keys and states, says what it wants, and draws itself.
struct LiveScreen: Sendable {
  typealias State = SearchModel.State

  /// Where keys go.
  enum Focus: Hashable, Sendable {
    /// What is typed goes into the search box.
    case box
    /// Letters are commands.
    case list
  }

  let pageSize: Int
  private(set) var size: Size
  /// Turns with the time while something loads.
  var turn = 0
  var text = ""
  var focus = Focus.box
  /// The index of the first row in view.
  private(set) var top = 0
  private(set) var state = State.notRequested
  private(set) var history = MarkHistory()
  var note: String?
  /// What stood in the box when the newest state came.
  private var asked = ""

  init(pageSize: Int, size: Size = Size()) {
    (self.pageSize, self.size) = (pageSize, size)
  }

  /// Lines and columns.
  struct Size: Hashable, Sendable {
    var lines = 24
    var columns = 80
  }

  /// How many rows are in view.
  var height: Int { max(size.lines - Self.linesAround, 1) }

  /// Whether nothing is on its way, and what shows is for the text in the box.
  var isSettled: Bool {
    switch state {
    case .notRequested: text.isEmpty
    case .loading: false
    case .loaded(let list): list.key == text && !list.append.isLoading
    case .failed: asked == text
    }
  }
}

extension LiveScreen {
  /// Takes a new state.
  ///
  /// - Parameters:
  ///   - state: What there is to show now.
  ///   - offset: When it came, counted from the start.
  /// - Returns: The row to show, if there is one: what is in view may need more.
  mutating func show(_ state: State, at offset: Duration) -> [LiveIntent] {
    if state.latest?.key != self.state.latest?.key { top = 0 }
    (self.state, asked) = (state, text)
    history.note(state.mark { $0.mark(pagesOf: pageSize) }, at: offset)
    history.trim(columns: size.columns, frame: Self.marbleFrame)
    return scroll(by: 0)
  }

  /// Takes another size, as ``show(_:at:)`` does a state.
  mutating func resize(to size: Size) -> [LiveIntent] {
    self.size = size
    history.trim(columns: size.columns, frame: Self.marbleFrame)
    return scroll(by: 0)
  }

  /// Moves what is in view, as far as there are rows.
  mutating func scroll(by rows: Int) -> [LiveIntent] {
    let count = state.latest?.count ?? 0
    top = min(max(top + rows, 0), max(count - height, 0))
    return count > 0 ? [.show(row: min(top + height, count) - 1)] : []
  }
}
