import ReactiveLoadable

extension ScrollPlay {
  /// Writes what came for each page, how the list grew, and the timeline.
  func report() {
    let columns: [TextTable.Column] = [
      .init("What happened"), .init("Asked", isTrailing: true), .init("Rows"),
      .init("Dropped", isTrailing: true), .init("The list"),
    ]
    context.console.table(TextTable(columns, rows: rows))
    context.console.line()
    shown.write(to: context.console, heading: "What the screen showed", mark)
  }

  /// The mark of a state; a list is the number of its pages.
  func mark(_ state: State) -> StateMark { state.mark { $0.mark(pagesOf: Self.pageSize) } }

  private var rows: [[String]] {
    zip([0] + moments.map(\.answers), moments).map { before, moment in
      let answers = log.arrivals[before..<moment.answers]
      let came = answers.map(\.amount).joined(separator: ", ")
      return [
        moment.event, String(answers.count), came.isEmpty ? "–" : came,
        moment.list.map { String($0.duplicateCount) } ?? "–", moment.list?.summary ?? "none",
      ]
    }
  }
}

extension PageLog.Arrival {
  /// What came, in few words.
  fileprivate var amount: String {
    switch result {
    case .success(let page): "\(page.items.count)"
    case .failure(.status(let code)): "status \(code)"
    case .failure: "an error"
    }
  }
}

extension SearchModel.Results.List {
  /// How many rows there are, and whether the end waits for somebody.
  fileprivate var summary: String {
    switch append {
    case .idle, .loading: amount
    case .failed: "\(amount), failed"
    case .complete: "\(amount), complete"
    }
  }
}
