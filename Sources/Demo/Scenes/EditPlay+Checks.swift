import ReactiveLoadable

extension EditPlay {
  /// Reached if every edit showed at once and only the one that failed was taken back.
  func check() -> SceneResult {
    guard moments.count == 8, let first = moments[0].queue, let last = moments[7].queue else {
      return .missed("The edits: expected a queue to edit; there was none.")
    }
    let expected = expected(from: first, to: last)
    return SceneResult.check("The queues", moments.map(\.queue), is: expected)
      .and(.check("The heart", heart, is: .failed(.status(500))))
      .and(.check("In the end", last.items, is: expected[6].items))
      .and(checkStates(expected))
  }

  /// What shows at each moment, made from what the server told.
  private func expected(
    from first: ListeningQueue,
    to last: ListeningQueue
  ) -> [ListeningQueue] {
    let (hearted, renamed) = (first.items[0].id, first.items[1].id)
    var answer = first
    answer.revision += 1
    answer.put(numbered(remote, 5))
    let (like, rename) = (QueueEdit.like(hearted), QueueEdit.rename(renamed, to: title))
    let saved = numbered(added, 6)
    return [
      first, first.with(like), first.with(like, rename), first.with(like, rename, adding: added),
      answer.with(like, rename, adding: added), answer.with(rename, adding: added),
      answer.with(rename, adding: saved), last,
    ]
  }

  private func checkStates(_ queues: [ListeningQueue]) -> SceneResult {
    shown.result(
      of: "The screen",
      expecting: [.notRequested, .loading] + queues[0...3].map(State.loaded)
        + [.loading(previous: queues[3], cause: .load)] + queues[4...6].map(State.loaded)
        + [.loading(previous: queues[6], cause: .load), .loaded(queues[7])],
      mark
    )
  }

  private func numbered(_ item: Item, _ number: Int) -> Item {
    var item = item
    item.number = number
    return item
  }

  /// The mark of a state; a loaded one is that of the moment it was first seen at.
  func mark(_ state: State) -> StateMark {
    state.mark { queue in
      let moment = moments.first { $0.queue == queue }
      return StateMark(moment?.symbol ?? "?", moment?.event ?? "something else")
    }
  }
}

extension EditPlay {
  /// Writes the rows at each moment, what became of the heart, and the timeline.
  func report() {
    let console = context.console
    let columns: [TextTable.Column] = [
      .init(""), .init("What happened"), .init("Row 1"), .init("Row 2"), .init("The new row"),
    ]
    console.table(
      TextTable(columns, rows: moments.map { [$0.symbol, $0.event] + cells($0.queue) })
    )
    if let error = heart?.error { console.line("The heart: \(error)") }
    console.line()
    shown.write(to: console, heading: "What the screen showed", mark)
  }

  private func cells(_ queue: ListeningQueue?) -> [String] {
    let rows = queue?.items.prefix(2).map { ($0.isLiked ? "♥ " : "") + $0.title } ?? []
    let new = queue?[added.id].map { item in
      item.title + (item.number.map { ", number \($0)" } ?? ", no number")
    }
    return rows + [new ?? "–"]
  }
}

extension ListeningQueue {
  fileprivate func with(_ edits: QueueEdit..., adding item: Item? = nil) -> ListeningQueue {
    var queue = self
    for edit in edits { queue.apply(edit) }
    if let item { queue.put(item) }
    return queue
  }
}
