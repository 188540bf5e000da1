// error: main actor-isolated property 'title' can not be mutated from a Sendable closure

import ReactiveLoadable

@MainActor
final class SinkOfACache {
  var title = ""
  var subscription: AnyCancellable?

  func draw(_ source: LoaderCache<Int, String, LoadError>) {
    subscription = source.states(of: 1).sink { _ in self.title = "drawn" }
  }
}
