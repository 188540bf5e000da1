import ReactiveLoadable

/// The search on a terminal: it receives keys and states, and returns intents and lines.
struct LiveScreen: Sendable {
  typealias State = SearchModel.State

  enum Focus: Hashable, Sendable {
    case box
    case list
  }

  struct Size: Hashable, Sendable {
    var lines = 24
    var columns = 80
  }

  let pageSize: Int
  private(set) var size: Size
  var turn = 0
  var text = ""
  var focus = Focus.box
  private(set) var top = 0
  private(set) var state = State.notRequested
  private(set) var history = MarkHistory()
  private(set) var note: String?
  private var requested = ""

  init(pageSize: Int, size: Size = Size()) { (self.pageSize, self.size) = (pageSize, size) }

  var height: Int { max(size.lines - Self.linesAround, 1) }

  /// Nothing is in flight, and the list is the one for the text in the box.
  var isSettled: Bool {
    switch state {
    case .notRequested: text.isEmpty
    case .loading: false
    case .loaded(let list): list.key == text && !list.append.isLoading
    case .failed: requested == text
    }
  }

  /// Receives a new state at a time since the start; the returned intent can load more rows.
  mutating func show(_ state: State, at offset: Duration) -> [LiveIntent] {
    if state.latest?.key != self.state.latest?.key { top = 0 }
    (self.state, requested) = (state, text)
    history.note(state.mark { $0.mark(pagesOf: pageSize) }, at: offset)
    history.trim(columns: size.columns, frame: Self.marbleFrame)
    return scroll(by: 0)
  }

  mutating func resize(to size: Size) -> [LiveIntent] {
    self.size = size
    history.trim(columns: size.columns, frame: Self.marbleFrame)
    return scroll(by: 0)
  }

  mutating func press(_ key: Key) -> [LiveIntent] {
    note = nil
    switch (key, focus) {
    case (.text(let letter), .box): return type(text + String(letter))
    case (.backspace, .box): return text.isEmpty ? [] : type(String(text.dropLast()))
    case (.text(let letter), .list):
      let command = LiveCommand.all.first { $0.letter == letter }
      return command.map { perform($0.action, key) } ?? []
    case (_, .box), (_, .list):
      let command = LiveCommand.all.first { $0.keys.contains(key) }
      return command.map { perform($0.action, key) } ?? []
    }
  }

  func types(_ key: Key) -> Bool {
    switch (focus, key) {
    case (.box, .text), (.box, .backspace): true
    case (.box, _), (.list, _): false
    }
  }

  private mutating func perform(_ action: LiveCommand.Action, _ key: Key) -> [LiveIntent] {
    switch action {
    case .switchFocus: return look(at: focus == .box ? .list : .box)
    case .box: return look(at: .box)
    case .up where top == 0 && key == .up: return look(at: .box)
    case .down where focus == .box: return look(at: .list)
    case .up: return move(by: -1)
    case .down: return move(by: 1)
    case .pageUp: return move(by: -height)
    case .pageDown: return move(by: height)
    case .top: return move(by: -top)
    case .bottom: return move(by: state.latest?.count ?? 0)
    case .intent(let intent): return [intent]
    case .make(let trouble):
      note = trouble.note
      return [.make(trouble)]
    }
  }

  private mutating func type(_ text: String) -> [LiveIntent] {
    self.text = text
    return [.type(text)]
  }

  private mutating func look(at focus: Focus) -> [LiveIntent] {
    self.focus = focus
    return []
  }

  private mutating func move(by rows: Int) -> [LiveIntent] {
    focus = .list
    return scroll(by: rows)
  }

  private mutating func scroll(by rows: Int) -> [LiveIntent] {
    let count = state.latest?.count ?? 0
    top = min(max(top + rows, 0), max(count - height, 0))
    return count > 0 ? [.show(row: min(top + height, count) - 1)] : []
  }

  private static let linesAround = 7
  private static let marbleFrame = Duration.milliseconds(20)

  var lines: [StyledLine] {
    let rule = StyledLine(String(repeating: "─", count: size.columns), .faint)
    let blank = Array(repeating: StyledLine(), count: height - rows.count)
    // The newest meanings, as many as fit.
    let legend = history.marks.map(\.mark).reversed().legend(columns: size.columns)
    return [box, rule] + rows + blank + [
      foot, rule, history.styledLine(frame: Self.marbleFrame), legend.first ?? StyledLine(),
      StyledLine(note ?? help, note == nil ? .faint : .bold),
    ]
  }

  private var box: StyledLine {
    switch focus {
    case .box: StyledLine("Search: \(text)▏", .bold)
    case .list: StyledLine("Search: \(text)")
    }
  }

  private var help: String {
    switch focus {
    case .box: "type to search · ↓ or Enter to the list · Ctrl-C quits"
    case .list: LiveCommand.hints
    }
  }

  private var rows: [StyledLine] {
    switch state {
    case .notRequested:
      [StyledLine("Countries, languages, currencies, time zones in 15 languages.", .faint)]
    case .loading, .loaded, .failed:
      state.latest.map { list in
        list.indices.dropFirst(top).prefix(height).map { row(list[$0], number: $0 + 1) }
      } ?? []
    }
  }

  private func row(_ hit: SearchHit, number: Int) -> StyledLine {
    let cells = [
      String(number).padded(toColumns: 4, trailing: true), hit.name.cell(28),
      hit.kind.rawValue.cell(8), hit.matched == nil ? hit.code : hit.code.cell(14),
    ]
    return StyledLine((cells + [hit.matched].compactMap { $0 }).joined(separator: "  "))
  }

  private var foot: StyledLine {
    switch state {
    case .notRequested: StyledLine()
    case .loading(let loading): busy(loading.previous == nil ? "Searching" : "Refreshing")
    case .failed(let failed): trouble(failed.error)
    case .loaded(let list): foot(of: list)
    }
  }

  private func foot(of list: SearchModel.Results.List) -> StyledLine {
    let amount =
      list.amount + (list.duplicateCount > 0 ? ", duplicates dropped: \(list.duplicateCount)" : "")
    return switch list.append {
    case .idle: StyledLine("\(amount); scroll for more", .faint)
    case .loading: busy("Loading more, \(amount)")
    case .failed(let error): trouble(error)
    case .complete: StyledLine(list.isEmpty ? "Nothing found" : "\(amount), the end", .good)
    }
  }

  private func busy(_ text: String) -> StyledLine {
    StyledLine("\(ProgressLine.spinner(turn)) \(text)", .busy)
  }

  private func trouble(_ error: APIError) -> StyledLine {
    let keys = focus == .box ? "Press Enter, then t, to retry." : "Press t to retry."
    return StyledLine("\(error) \(keys)", .bad)
  }
}

extension String {
  fileprivate func cell(_ columns: Int) -> String {
    cut(toColumns: columns).padded(toColumns: columns)
  }
}
