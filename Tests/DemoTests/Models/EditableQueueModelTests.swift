import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// `a` is the queue, `b` a newer one; with a heart they are `h` and `i`, with a new title `t`, with
/// both `u`, with a new row `w`, and with that row as the server saved it `s`.
@Suite @MainActor struct `The edited queue in time` {
  typealias Item = ListeningQueue.Item

  nonisolated static let a = ListeningQueue.sample(1, [.sample("1"), .sample("2")])
  nonisolated static let b = ListeningQueue.sample(2, [.sample("1"), .sample("2"), .sample("3")])
  nonisolated static let saved = Item(id: "new", title: "new", number: 7)
  nonisolated static let heart = QueueEdit.like("1")
  nonisolated static let title = QueueEdit.rename("2", to: "New")

  private let states = MarbleStates<ListeningQueue, APIError>.states(
    loaded: [
      "a": a, "b": b, "h": a.after(heart), "i": b.after(heart), "t": a.after(title),
      "u": a.after(heart, title), "w": a.after(adding: .sample("new")), "s": a.after(adding: saved),
    ]
  )

  @Test func `a heart is visible immediately, and stays when it is saved`() {
    marbles { m in
      let model = model(m, heart: "--x|")
      m.hot("-x") { _ in model.load() }
      m.hot("----h") { _ in model.change(Self.heart) }
      m.expect(model.states, "nl-ah", states)
    }
  }

  @Test func `a refused heart rolls back only itself`() {
    marbles { m in
      let model = model(m, heart: "---#", title: "-x|")
      m.hot("-x") { _ in model.load() }
      m.hot("----h") { _ in model.change(Self.heart) }
      m.hot("-----t") { _ in model.change(Self.title) }
      m.expect(model.states, "nl-ahu-t", states)
    }
  }

  @Test func `a response is shown below an unsaved edit, also when that fails later`() {
    marbles { m in
      let model = model(m, heart: "------#")
      m.hot("-x---x") { _ in model.load() }
      m.hot("----h") { _ in model.change(Self.heart) }
      m.expect(model.states, "nl-ahl-i--b", states)
    }
  }

  @Test func `a new row is visible immediately and gets its number when it is saved`() {
    marbles { m in
      let model = model(m, row: "--x|")
      m.hot("-x") { _ in model.load() }
      m.hot("----w") { _ in model.add(.sample("new")) }
      m.expect(model.states, "nl-aw-s", states)
    }
  }

  @Test func `a new row that fails is removed`() {
    marbles { m in
      let model = model(m, row: "--#")
      m.hot("-x") { _ in model.load() }
      m.hot("----w") { _ in model.add(.sample("new")) }
      m.expect(model.states, "nl-aw-a", states)
    }
  }

  private func model(
    _ m: Marbles,
    heart: String = "",
    title: String = "",
    row: String = ""
  ) -> EditableQueueModel {
    let queues = ["a": Self.a, "b": Self.b]
    let loads = answers(["--a|", "--b|"].map { m.cold($0, queues, failure: APIError.status(500)) })
    let (heart, title, row) = (write(m, heart), write(m, title), write(m, row))
    return m.keep(
      EditableQueueModel(
        fetch: loads,
        change: { edit throws(APIError) in
          switch edit {
          case .like: try await heart(orCancelled: .cancelled)
          case .rename: try await title(orCancelled: .cancelled)
          }
        },
        put: { _ throws(APIError) in try await row(orCancelled: .cancelled) }
      )
    )
  }

  private func write(_ m: Marbles, _ diagram: String) -> MarbleCold<Item, APIError> {
    m.cold(diagram, ["x": Self.saved], failure: APIError.status(500))
  }
}

extension ListeningQueue {
  fileprivate func after(_ edits: QueueEdit..., adding item: Item? = nil) -> ListeningQueue {
    var queue = self
    for edit in edits { queue.apply(edit) }
    if let item { queue.put(item) }
    return queue
  }
}
