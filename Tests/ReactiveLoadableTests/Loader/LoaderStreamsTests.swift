import ReactiveLoadable
import TestSupport
import Testing

@Suite struct `Streams that drive a loader` {
  private func echo(_ log: Log<Int>) -> Loader<Int, Int, Never> {
    Loader { request in
      log.note(request)
      return request
    }
  }

  @Test(.needsImmediateTasks) func `a behavior subject requests with its current value first`() {
    let log = Log<Int>()
    let loader = echo(log)
    let requests = CurrentValueSubject<Int, Never>(1)
    loader.load(on: requests)
    requests.send(2)
    #expect(log.entries == [1, 2])
    #expect(loader.state == .loaded(2))
  }

  @Test(.needsImmediateTasks)
  func `a publish subject, a relay and a mapped publisher request alike`() {
    let log = Log<Int>()
    let loader = echo(log)
    let (subject, relay) = (PassthroughSubject<Int, Never>(), PublishRelay<Int>())
    loader.load(on: subject)
    loader.load(on: relay)
    loader.load(on: relay.map { $0 * 10 })
    subject.send(1)
    relay.accept(2)
    #expect(log.entries == [1, 2, 20])
  }

  @Test(.needsImmediateTasks) func `a publisher that ends leaves the loader working`() {
    let log = Log<Int>()
    let loader = echo(log)
    loader.load(on: [1, 2].publisher)
    loader.load(3)
    #expect(log.entries == [1, 2, 3])
  }

  @Test(.needsImmediateTasks) func `loadIfNeeded from a stream loads once`() {
    let log = Log<Int>()
    let loader = echo(log)
    loader.loadIfNeeded(on: [1, 1, 2, 2].publisher)
    #expect(log.entries == [1, 2])
  }

  @Test(.needsImmediateTasks) func `any trigger performs an intent`() {
    let log = Log<Int>()
    let loader = echo(log)
    let (pulled, loggedOut) = (PublishRelay<Void>(), PublishRelay<String>())
    loader.perform(.refresh, on: pulled)
    loader.perform(.reset, on: loggedOut)
    loader.load(1)
    pulled.accept(())
    #expect(log.entries == [1, 1])
    loggedOut.accept("bye")
    #expect(loader.state == .notRequested)
  }

  @Test(.needsImmediateTasks) func `an async sequence requests in order`() async {
    let log = Log<Int>()
    let loader = echo(log)
    let (requests, continuation) = AsyncStream.makeStream(of: Int.self)
    let states = loader.states.elements
    loader.load(on: requests)
    for request in 1...3 { continuation.yield(request) }
    continuation.finish()
    for await state in states where state == .loaded(3) { break }
    #expect(log.entries == [1, 2, 3])
  }

  @Test(.needsImmediateTasks) func `a loader feeds a subject and a relay`() {
    let loader = Loader { 1 }
    let subject = CurrentValueSubject<Loadable<Int, Never>, Never>(.notRequested)
    let relay = BehaviorRelay<Loadable<Int, Never>>(.notRequested)
    let bindings = [
      loader.states.subscribe(subject), loader.states.bind(to: relay),
    ]
    loader.load()
    #expect(subject.value == .loaded(1))
    #expect(relay.value == .loaded(1))
    withExtendedLifetime(bindings) {}
  }
}
