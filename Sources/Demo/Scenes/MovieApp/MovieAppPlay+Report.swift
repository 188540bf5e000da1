import ReactiveLoadable
import ReactiveStore

extension MovieAppPlay {
  /// Writes the screens as they were at the end, the timelines, and what was done.
  func report() {
    writeScreens()
    write("The list", \.lists.pages.mark)
    write("The details of movie 2") { $0.details[2].loadable.mark() }
    write("The search", \.search.results.mark)
    writeActions()
    context.console.line("What the store told as failures", style: .bold)
    context.console.lines(app.failures.map { "  \($0)" })
    let counts = app.file.counts
    let writes =
      "Changes that were to be written: \(counts.begun); writes that were done: \(counts.done)."
    context.console.line(writes, style: .faint)
    context.console.line()
  }

  private func writeScreens() {
    let (console, state) = (context.console, app.store.state)
    console.line("The list, from its top", style: .bold)
    console.lines(withPosters.map { "  " + state.row($0) })
    console.line("Favourites, by title", style: .bold)
    console.lines(state.favourites.map { "  " + state.row($0) })
    console.line("A movie that was opened", style: .bold)
    console.paragraph(state.screen(of: 1))
    console.line()
  }

  private func write(_ heading: String, _ mark: (MovieApp.State) -> StateMark) {
    let history = app.shown.changes(mark)
    let console = context.console
    console.line("\(heading), one character is 10 ms:", style: .faint)
    console.line("  " + history.line(frame: .milliseconds(10)), style: .bold)
    console.lines(history.marks.map(\.mark).legend().map { "  \($0)" }, style: .faint)
    console.line()
  }

  /// Writes the actions, and of those that came several times in a row, how many.
  private func writeActions() {
    let runs = app.actions.reduce(into: [(entry: ActionRecorder.Entry, count: Int)]()) {
      runs,
      next in
      if let last = runs.last, last.entry.kind == next.kind {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((next, 1))
      }
    }
    context.console.line("What was done, as a middleware noted it", style: .bold)
    context.console.table(
      TextTable(
        [.init("ms", isTrailing: true), .init("Action"), .init("Times", isTrailing: true)],
        rows: runs.map { run in
          let name = run.count == 1 ? run.entry.name : run.entry.kind
          return [String(Int(run.entry.offset / .milliseconds(1))), name, "\(run.count)"]
        }
      )
    )
    context.console.line()
  }
}

extension ActionRecorder.Entry {
  /// The name without what stands in parentheses.
  fileprivate var kind: String { String(name.prefix { $0 != "(" }) }
}

extension StateTimeline {
  /// The marks of a part of the state and when they came, each when it changes.
  fileprivate func changes(_ mark: (State) -> StateMark) -> MarkHistory {
    entries.reduce(into: MarkHistory()) { history, entry in
      var mark = mark(entry.state)
      mark.repetition = .omitted
      history.note(mark, at: entry.offset)
    }
  }

  /// The marks of a part of the state, each when it changes.
  func marks(_ mark: (State) -> StateMark) -> [StateMark] { changes(mark).marks.map(\.mark) }
}
