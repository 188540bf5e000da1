import MarbleTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// The search waits for 30 ms of rest; `A` and `B` are answers.
@Suite @MainActor struct `The search in time` {
  static let states: [String: Loadable<SearchAnswer, APIError>] = [
    "n": .notRequested, "l": .loading, "A": .loaded(answer("A")), "B": .loaded(answer("B")),
  ]

  @Test func `a slow old answer comes late and is not shown, and clearing the box resets`() {
    marbles { m in
      let slow = request(m, "---------A|", .ignored)
      let model = model(m, ["ge": slow, "germ": request(m, "--B|")])
      m.hot("-12-----3-------4", ["1": "g", "2": "ge", "3": "germ", "4": ""]) {
        model.query.accept($0)
      }
      m.expect(model.states, "n----l-----l-B-----n", Self.states)
      m.expectSubscriptions(slow, ["-----^--------!"])
    }
  }

  @Test func `a request that is not wanted any more is cancelled`() {
    marbles { m in
      let slow = request(m, "---------A|")
      let model = model(m, ["ge": slow, "germ": request(m, "--B|")])
      m.hot("-1---2", ["1": "ge", "2": "germ"]) { model.query.accept($0) }
      m.expect(model.states, "n---l---l-B", Self.states)
      m.expectSubscriptions(slow, ["----^---!"])
    }
  }

  @Test func `a text that was changed and changed back is not asked for again`() {
    marbles { m in
      let request = request(m, "--A|")
      let model = model(m, ["ge": request])
      m.hot("-1-------23", ["1": "ge", "2": "", "3": "ge"]) { model.query.accept($0) }
      m.expect(model.states, "n---l-A", Self.states)
      m.expectSubscriptions(request, ["----^-!"])
    }
  }

  @Test func `clearing the box while it loads drops the answer`() {
    marbles { m in
      let model = model(m, ["ge": request(m, "-------A|", .ignored)])
      m.hot("-1----2", ["1": "ge", "2": ""]) { model.query.accept($0) }
      m.expect(model.states, "n---l----n", Self.states)
    }
  }

  private func model(
    _ m: Marbles,
    _ requests: [String: MarbleCold<SearchAnswer, APIError>]
  ) -> SearchModel {
    m.keep(
      SearchModel(quiet: .milliseconds(30), clock: m.clock) { query throws(APIError) in
        guard let request = requests[query] else { throw .transport("unexpected: \(query)") }
        return try await request(orCancelled: .cancelled)
      }
    )
  }

  private func request(
    _ m: Marbles,
    _ diagram: String,
    _ cancellation: MarbleCancellation = .honoured
  ) -> MarbleCold<SearchAnswer, APIError> {
    m.cold(
      diagram,
      ["A": Self.answer("A"), "B": Self.answer("B")],
      failure: APIError.status(500),
      cancellation: cancellation
    )
  }

  nonisolated private static func answer(_ query: String) -> SearchAnswer {
    SearchAnswer(query: query, total: 0, hits: [])
  }
}
