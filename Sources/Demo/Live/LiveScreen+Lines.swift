import ReactiveLoadable

extension LiveScreen {
  /// The lines around the rows: the box and a rule above; foot, rule, marbles, legend, help below.
  static let linesAround = 7
  /// The time that a character of the marble line takes.
  static let marbleFrame = Duration.milliseconds(20)

  /// The screen, as many lines as it is high; they may be too wide.
  var lines: [StyledLine] {
    let rule = StyledLine(String(repeating: "─", count: size.columns), .faint)
    let blank = Array(repeating: StyledLine(), count: height - rows.count)
    let marks = history.marks.map(\.mark)
    return [box, rule] + rows + blank + [
      foot, rule, StyledLine(history.line(frame: Self.marbleFrame), .bold),
      StyledLine(marks.reversed().legend(columns: .max).joined(), .faint),
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
    case .list:
      "j k · r refresh · t retry · / box · q quit · page: x fail s slow b blank i shift"
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
}

extension LiveScreen {
  /// What goes on at the end of the list, or instead of it.
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
      list.amount + (list.duplicateCount > 0 ? ", duplicates left out: \(list.duplicateCount)" : "")
    return switch list.append {
    case .idle: StyledLine("\(amount); more as you scroll", .faint)
    case .loading: busy("Loading more, \(amount)")
    case .failed(let error): trouble(error)
    case .complete: StyledLine(list.isEmpty ? "Nothing found" : "\(amount), the end", .good)
    }
  }

  private func busy(_ text: String) -> StyledLine {
    StyledLine("\(ProgressLine.spinner(turn)) \(text)")
  }

  private func trouble(_ error: APIError) -> StyledLine {
    switch focus {
    case .box: StyledLine("\(error) Enter and t try again.", .bad)
    case .list: StyledLine("\(error) Press t to try again.", .bad)
    }
  }
}

extension String {
  /// The text in a cell of so many columns.
  fileprivate func cell(_ columns: Int) -> String {
    cut(toColumns: columns).padded(toColumns: columns)
  }
}
