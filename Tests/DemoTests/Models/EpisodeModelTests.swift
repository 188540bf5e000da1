import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

@testable import Demo

/// `a` and `b` are episodes; the server sends three pieces.
@Suite @MainActor struct `A download in time` {
  private let states = MarbleStates<Data, APIError>.states(
    loaded: ["a": Data("a".utf8), "b": Data("b".utf8)],
    failed: ["f": .connectionLost]
  )

  @Test func `each piece updates the progress`() {
    marbles { m in
      let model = model(m, ["---a|"])
      m.hot("-x") { _ in model.load() }
      m.expect(model.states, "nl'1 of 3' '2 of 3'a", states)
    }
  }

  @Test func `a cancel restores the previous episode`() {
    marbles { m in
      let model = model(m, ["---a|", "---b|"])
      m.hot("-x---x") { _ in model.load() }
      m.hot("-------c") { _ in model.cancel() }
      m.expect(model.states, "nl'1 of 3' '2 of 3'al'1 of 3'c", states)
    }
  }

  @Test func `a first download that is cancelled restores not requested`() {
    marbles { m in
      let model = model(m, ["---a|"])
      m.hot("-x") { _ in model.load() }
      m.hot("---c") { _ in model.cancel() }
      m.expect(model.states, "nl'1 of 3'n", states)
    }
  }

  @Test func `a lost connection keeps the previous episode`() {
    marbles { m in
      let model = model(m, ["---a|", "--#"])
      m.hot("-x----x") { _ in model.load() }
      m.expect(model.states, "nl'1 of 3' '2 of 3'a-l'1 of 3'f", states)
    }
  }

  /// A piece arrives every 10 ms.
  private func model(_ m: Marbles, _ diagrams: [String]) -> EpisodeLoader {
    let episodes = ["a": Data("a".utf8), "b": Data("b".utf8)]
    let next = answers(
      diagrams.map { m.cold($0, episodes, failure: APIError.connectionLost) }
    )
    let clock = m.clock
    return m.keep(
      EpisodeLoader.episode { progress async throws(APIError) in
        let pieces = Task {
          for piece in Int64(1)...2 {
            try await clock.sleep(for: .milliseconds(10))
            progress(piece, 3)
          }
        }
        defer { pieces.cancel() }
        return try await next()
      }
    )
  }
}
