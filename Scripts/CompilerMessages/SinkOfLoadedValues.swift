// error: main actor-isolated property 'title' can not be mutated from a Sendable closure

import ReactiveLoadable

@MainActor
final class SinkOfLoadedValues {
  var title = ""
  var subscription: AnyCancellable?

  func draw(_ source: Loader<NoRequest, String, LoadError>) {
    subscription = source.states.loadedValues().sink { _ in self.title = "drawn" }
  }
}
