// error: main actor-isolated property 'title' can not be mutated from a Sendable closure

import ReactiveLoadable

@MainActor
final class SinkOfASequence {
  var title = ""
  var subscription: AnyCancellable?

  func draw(_ source: AsyncStream<String>) {
    subscription = source.publisher.sink { _ in self.title = "drawn" }
  }
}
