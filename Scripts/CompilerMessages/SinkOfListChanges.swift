// error: main actor-isolated property 'title' can not be mutated from a Sendable closure

import ReactiveLoadable

@MainActor
final class SinkOfListChanges {
  var title = ""
  var subscription: AnyCancellable?

  func draw(_ source: PagedLoader<String, Int, Row, LoadError>) {
    subscription = source.states.withChanges().sink { _ in self.title = "drawn" }
  }
}
