import Foundation
import Observation
import ReactiveLoadable
import TestSupport
import Testing

/// The thread on which load and write functions start, and the state when the call returns.
@Suite(.enabled(if: systemBeginsInCalls)) struct `Where code runs` {
  @Test(.needsImmediateTasks) func `a load function starts within the call, on a thread`() {
    let (loads, loader) = (Log<Bool>(), Loader { () async -> Int in here() })
    onThreads(1) { _ in
      loader.load()
      loads.note(loader.state == .loaded(here()))
    }
    #expect(loads.entries == [true])
  }

  @Test(.needsImmediateTasks) func `a load function starts within the call, in a task of the pool`()
    async
  {
    let loader = Loader { () async -> Int in here() }
    #expect(beginsInPlace(loader))
  }

  @Test(.needsImmediateTasks) func `a load function starts within the call, on an actor`() async {
    let loader = Loader { () async -> Int in here() }
    #expect(await Caller().beginsInPlace(loader))
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a load function starts within the call, on the main actor's thread`() {
    let loader = Loader { () async -> Int in here() }
    #expect(beginsInPlace(loader))
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a synchronous result reaches the main actor one hop later`() async {
    let model = LoaderModel(Loader { () async -> Int in 1 })
    model.appear()
    #expect(model.loader.state == .loaded(1))
    #expect(model.state == .loading)
    await shows(model, .loaded(1))
  }

  @Test @MainActor func `work of the main actor starts after the call has returned`() async {
    let loader = Loader { @MainActor () async -> Int in
      MainActor.assertIsolated()
      return 1
    }
    let load = loader.load()
    #expect(loader.state == .loading)
    #expect(await load.outcome() == .loaded(1))
  }

  @Test(.needsImmediateTasks) func `a write function starts within the call, on a thread`() {
    let (writes, save) = (Log<Bool>(), Mutation { () async -> Int in here() })
    onThreads(1) { _ in
      save.run()
      writes.note(save.state == .loaded(here()))
    }
    #expect(writes.entries == [true])
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a write function starts within the call, on the main actor's thread`() {
    let save = Mutation { () async -> Int in here() }
    save.run()
    #expect(save.state == .loaded(here()))
  }
}

/// Apple platforms before the systems of 2025 start on the pool.
private var systemBeginsInCalls: Bool {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
}

/// The number of the current thread, to be compared within one call: except on Apple's systems
/// different threads serve the main actor over time.
private func here() -> Int { ObjectIdentifier(Thread.current).hashValue }

private func beginsInPlace(_ loader: Loader<NoRequest, Int, Never>) -> Bool {
  loader.load()
  return loader.state == .loaded(here())
}

@MainActor private func shows(
  _ model: LoaderModel<Loader<NoRequest, Int, Never>>,
  _ state: Loadable<Int, Never>
) async {
  let (signals, signal) = AsyncStream<Void>.makeStream()
  withObservationTracking {
    _ = model.state
  } onChange: {
    signal.finish()
  }
  if model.state == state { return }
  for await _ in signals {}
  #expect(model.state == state)
}

private actor Caller {
  func beginsInPlace(_ loader: Loader<NoRequest, Int, Never>) -> Bool {
    loader.load()
    return loader.state == .loaded(here())
  }
}
