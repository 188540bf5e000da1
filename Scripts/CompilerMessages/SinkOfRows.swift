// error: main actor-isolated property 'title' can not be mutated from a Sendable closure

import ReactiveLoadable

struct Row: Identifiable, Sendable {
  let id: Int
}

@MainActor
final class SinkOfRows {
  var title = ""
  var subscription: AnyCancellable?

  func draw(_ source: PagedLoader<String, Int, Row, LoadError>) {
    subscription = source.states.rows { $0 }.sink { _ in self.title = "drawn" }
  }
}
