import LoadableTesting
import ReactiveLoadable

@testable import Demo

extension Podcast {
  static func sample(_ title: String) -> Podcast {
    Podcast(title: title, publisher: "Publisher", genre: "Genre")
  }
}

extension Account {
  static func sample(_ revision: Int) -> Account {
    Account(name: "Listener", revision: revision, saved: [])
  }
}

extension ListeningQueue {
  static func sample(_ revision: Int, _ items: [Item] = []) -> ListeningQueue {
    ListeningQueue(revision: revision, items: items)
  }
}

extension ListeningQueue.Item {
  static func sample(_ id: String) -> Self { Self(id: id, title: id) }
}

/// A load function whose responses are one diagram after the other.
func answers<Value: Sendable>(
  _ calls: [MarbleCold<Value, APIError>]
) -> @Sendable () async throws(APIError) -> Value {
  let waiting = BehaviorRelay(calls)
  return { () throws(APIError) in
    guard let next = waiting.value.first else { throw .transport("an unexpected call") }
    waiting.update { $0.removeFirst() }
    return try await next(orCancelled: .cancelled)
  }
}

/// The states of a podcast list: `a` and `b` are lists, `r` loads over `a` in terms of flags.
let podcastStates: [String: Loadable<[Podcast], APIError>] = {
  let (a, b) = ([Podcast.sample("A")], [Podcast.sample("B")])
  return [
    "n": .notRequested, "l": .loading, "a": .loaded(a), "b": .loaded(b),
    "r": .loading(previous: a), "L": .loading(previous: a, cause: .load),
    "f": .failed(.status(500)),
    "t": .loading(Loading(cause: .retry, lastError: .status(500))),
    "F": .failed(.status(500), previous: a, cause: .refresh),
    "G": .failed(.status(500), previous: a),
  ]
}()

extension MarbleTable where Self == MarbleStates<[Podcast], APIError> {
  /// The states of a podcast list: `a` and `b` are lists, `f` is status 500, `s` a timeout.
  static var podcasts: Self {
    .states(
      loaded: ["a": [.sample("A")], "b": [.sample("B")]],
      failed: ["f": .status(500), "s": .timedOut]
    )
  }
}

extension Marbles {
  /// A request for podcasts: `a` and `b` are lists, `#` is status 500.
  func podcasts(_ diagram: String) -> MarbleCold<[Podcast], APIError> {
    cold(
      diagram,
      ["a": [.sample("A")], "b": [.sample("B")]],
      failure: APIError.status(500)
    )
  }
}
