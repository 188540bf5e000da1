import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// The queue is fresh for 60 ms; `1` and `2` are the server's, `s` the saved one.
@Suite @MainActor struct `The listening queue in time` {
  static let states = MarbleStates<ListeningQueue, APIError>.states(
    loaded: ["a": .sample(1), "b": .sample(2), "s": .sample(0)],
    failed: ["f": .status(500)]
  )

  @Test func `a fresh queue is not requested, a stale one is shown and refreshed`() {
    marbles { m in
      let model = model(m, ["--a|", "--b|"])
      m.hot("-x---x----x") { _ in model.appear() }
      m.expect(model.states, "nl-a------r-b", Self.states)
    }
  }

  @Test func `a write makes the queue stale`() {
    marbles { m in
      let model = model(m, ["--a|", "--b|"])
      m.hot("-x------x") { _ in model.appear() }
      m.hot("----w") { _ in model.add(.sample("new")) }
      m.expect(model.states, "nl-a----r-b", Self.states)
    }
  }

  @Test func `a write that fails changes nothing`() {
    marbles { m in
      let model = model(m, ["--a|"], write: "--#")
      m.hot("-x------x") { _ in model.appear() }
      m.hot("----w") { _ in model.add(.sample("new")) }
      m.expect(model.states, "nl-a", Self.states)
    }
  }

  @Test func `a saved item is shown until the first response, and once only`() {
    marbles { m in
      let saved = BehaviorRelay<ListeningQueue?>(.sample(0))
      let model = model(m, ["--a|", "--b|"], saved: saved)
      m.hot("-x--------x") { _ in model.appear() }
      m.expect(model.states, "n(l'l s')-a------r-b", Self.states)
      m.at(.milliseconds(40)) { #expect(saved.value == .sample(1)) }
    }
  }

  @Test func `a saved item stays next to a first failure`() {
    marbles { m in
      let model = model(m, ["--#"], saved: BehaviorRelay(.sample(0)))
      m.hot("-x") { _ in model.appear() }
      m.expect(model.states, "n(l'l s')-'f s'", Self.states)
    }
  }

  private func model(
    _ m: Marbles,
    _ diagrams: [String],
    write: String = "--w|",
    saved: BehaviorRelay<ListeningQueue?> = BehaviorRelay(nil)
  ) -> QueueModel {
    let queues: [String: ListeningQueue] = ["a": .sample(1), "b": .sample(2)]
    let calls = diagrams.map { m.cold($0, queues, failure: APIError.status(500)) }
    let saving = m.cold(
      write,
      ["w": ListeningQueue.Item.sample("new")],
      failure: APIError.status(500)
    )
    return m.keep(
      QueueModel(
        policy: .api(fresh: .lasting(.milliseconds(60)), clock: m.clock),
        saved: saved,
        fetch: answers(calls),
        put: { _ throws(APIError) in try await saving(orCancelled: .cancelled) }
      )
    )
  }
}
