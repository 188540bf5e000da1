import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

@Suite @MainActor struct `The account in time` {
  /// `1` and `2` are revisions, `r` and `s` refreshes over them, `F` a failure over `2`.
  static let states: [String: Loadable<Account, APIError>] = [
    "n": .notRequested, "l": .loading, "1": .loaded(.sample(1)), "2": .loaded(.sample(2)),
    "r": .loading(previous: .sample(1)), "s": .loading(previous: .sample(2)),
    "F": .failed(.status(500), previous: .sample(2), cause: .refresh),
  ]

  @Test func `two visits load once, a pull keeps the rows, a pull that fails keeps them too`() {
    marbles { m in
      let calls = [request(m, "---1|"), request(m, "---2|"), request(m, "---#")]
      let model = m.keep(Loader(policy: .api, answers(calls)))
      m.hot("-a----a") { _ in model.loadIfNeeded() }
      m.hot("--------p----p") { _ in model.refresh() }
      m.expect(model.states, "nl--1---r--2-s--F", Self.states)
      m.expectSubscriptions(calls[0], ["-^--!"])
    }
  }

  @Test func `a visit during a load joins, and both visits receive the result`() {
    marbles { m in
      let call = request(m, "---1|")
      let model = m.keep(Loader(policy: .api, answers([call])))
      let outcomes = PublishRelay<LoadOutcome<Account, APIError>>()
      m.hot("-aa") { _ in Task { outcomes.accept(await model.loadIfNeeded().outcome()) } }
      m.expect(model.states, "nl--1", Self.states)
      m.expect(m.keep(outcomes), "----(11)", ["1": .loaded(.sample(1))])
      m.expectSubscriptions(call, ["-^--!"])
    }
  }

  private func request(_ m: Marbles, _ diagram: String) -> MarbleCold<Account, APIError> {
    m.cold(
      diagram,
      ["1": .sample(1), "2": .sample(2)],
      failure: APIError.status(500)
    )
  }
}
