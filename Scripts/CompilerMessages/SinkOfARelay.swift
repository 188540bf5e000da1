// error: main actor-isolated property 'title' can not be mutated from a Sendable closure

import ReactiveLoadable

@MainActor
final class SinkOfARelay {
  var title = ""
  var subscription: AnyCancellable?

  func draw(_ source: Loader<NoRequest, String, LoadError>) {
    subscription = source.states.sink { _ in self.title = "drawn" }
  }
}
