import LoadableTesting
import Observation
import ReactiveLoadable
import TestSupport
import Testing

/// The diagrams of the article on holding a loader in a view.
@Suite struct `A loader in a view (V5, V6, V7, V8)` {
  typealias State = Loadable<String, SampleError>
  typealias Outcome = LoadOutcome<String, SampleError>
  typealias Source = Loader<NoRequest, String, SampleError>

  private static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "r": .loading(previous: "A"), "A": .loaded("A"),
    "f": .failed(.first), "t": .loading(Loading(cause: .retry, lastError: .first)),
    "g": .failed(.first, cause: .retry),
  ]

  private func loader(_ work: MarbleCold<String, SampleError>) -> Source {
    Loader { () async throws(SampleError) in try await work(orCancelled: .second) }
  }

  @Test func `appearing loads, and each change is readable`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("--A|", failure: SampleError.first)
      let model = m.keep(LoaderModel(loader(work)))
      m.hot("-a") { _ in model.appear() }
      m.expect(reading: { model.state }, "nl-A", Self.states)
      m.expectSubscriptions(work, ["-^-!"])
    }
  }

  @Test func `repeated appearing loads once`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("----A|", failure: SampleError.first)
      let model = m.keep(LoaderModel(loader(work)))
      m.hot("-aaa---a") { _ in model.appear() }
      m.hot("--l---l-") { _ in model.disappear() }
      m.expect(reading: { model.state }, "nl---A--", Self.states)
      m.expectSubscriptions(work, ["-^---!"])
    }
  }

  @Test func `intents reach the loader`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("--A|", failure: SampleError.first)
      let model = m.keep(LoaderModel(loader(work)))
      m.hot("-l") { _ in model.loader.load() }
      m.hot("-------n") { _ in model.loader.loadIfNeeded() }
      m.hot("----r----") { _ in Task { await model.refresh() } }
      m.hot("-----c---") { _ in model.loader.cancel() }
      m.hot("------x--") { _ in model.loader.reset() }
      m.expect(reading: { model.state }, "nl-ArAnl-A", Self.states)
    }
  }

  @Test func `a retry reaches the loader, and a refresh returns its outcome`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("--#", failure: SampleError.first)
      let (model, outcomes) = (m.keep(LoaderModel(loader(work))), Log<Outcome>())
      m.hot("-a") { _ in model.appear() }
      m.hot("----t") { _ in model.retry() }
      m.hot("r----r") { _ in Task { outcomes.note(await model.refresh()) } }
      m.expect(reading: { model.state }, "nl-ft-g", Self.states)
      m.at(.milliseconds(70)) {
        #expect(outcomes.entries == [.skipped(.noRequest), .failed(.first)])
      }
    }
  }

  @Test func `a pull whose view is drawn again stops waiting, and the load continues`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("---A|", failure: SampleError.first)
      let (model, outcomes) = (m.keep(LoaderModel(loader(work))), Log<Outcome>())
      m.hot("a") { _ in model.appear() }
      let pull = Task {
        do { try await m.clock.sleep(for: .milliseconds(50)) } catch { return }
        outcomes.note(await model.refresh())
      }
      m.at(.milliseconds(60)) { pull.cancel() }
      m.expect(reading: { model.state }, "(nl)--A-r--A", Self.states)
      m.at(.milliseconds(70)) { #expect(outcomes.entries == [.abandoned]) }
    }
  }

  // MARK: Disappearing

  @Test func `disappearing changes nothing by default`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("------A|", failure: SampleError.first)
      let model = m.keep(LoaderModel(loader(work)))
      m.hot("-a--l--") { visit(model, $0, "old") }
      m.hot("---a-l-") { visit(model, $0, "new") }
      m.expect(reading: { model.state }, "nl-----A", Self.states)
    }
  }

  @Test func `the last view that disappears cancels, if the policy says so`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("------A|", failure: SampleError.first)
      let model = m.keep(LoaderModel(loader(work), onDisappear: .cancelLoad))
      m.hot("-a--l--") { visit(model, $0, "old") }
      m.hot("---a-l-") { visit(model, $0, "new") }
      m.expect(reading: { model.state }, "nl---n-", Self.states)
      m.expectSubscriptions(work, ["-^---!"])
    }
  }

  @Test func `a view that reappears after the cancel loads again`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("--A|", failure: SampleError.first)
      let model = m.keep(LoaderModel(loader(work), onDisappear: .cancelLoad))
      m.hot("-al-a---l") { visit(model, $0, nil) }
      m.expect(reading: { model.state }, "nln-l-A--", Self.states)
    }
  }

  @MainActor private func visit(
    _ model: LoaderModel<Source>,
    _ step: String,
    _ visitor: String?
  ) {
    if step == "a" { model.appear(as: visitor) } else { model.disappear(as: visitor) }
  }

  // MARK: Publishing

  @Test(.needsImmediateTasks) func `the change of an intent is visible when the call returns`() {
    marbles(on: MainActor.shared) { m in
      m.expectCleanRun()
      let model = m.keep(LoaderModel(loader(m.cold("--A|", failure: SampleError.first))))
      checkAtOnce(model)
    }
  }

  @Test(.needsImmediateTasks) @MainActor
  func `the change of an intent on the real main actor is visible when the call returns`() {
    let gate = Gate()
    let loader = Loader { () async throws(SampleError) in
      await gate.wait()
      return "A"
    }
    checkAtOnce(LoaderModel(loader))
    gate.open()
  }

  @MainActor private func checkAtOnce(_ model: LoaderModel<Source>) {
    #expect(model.state == .notRequested)
    model.appear()
    #expect(model.state == .loading)
    model.loader.set("A")
    #expect(model.state == .loading(previous: "A", cause: .load))
    model.loader.cancel()
    #expect(model.state == .loaded("A"))
    model.loader.reset()
    #expect(model.state == .notRequested)
  }

  @Test(.needsImmediateTasks) func `a model created after the load has the state immediately`() {
    marbles(on: MainActor.shared) { m in
      m.expectCleanRun()
      let loader = m.keep(Loader { "A" })
      loader.load()
      #expect(LoaderModel(loader).state == .loaded("A"))
    }
  }

  @Test(.needs(.mainActorAssumption))
  func `a model has the state immediately where only the run checks the main actor`() {
    marbles { m in
      m.expectCleanRun()
      let loader = m.keep(Loader { "A" })
      loader.load()
      MainActor.assumeIsolated {
        #expect(LoaderModel(loader).state == .loaded("A"))
      }
    }
  }

  @Test(.needsImmediateTasks) @MainActor func `observation reports before each change`() async {
    let model = LoaderModel(Loader { "A" })
    let seen = Log<Loadable<String, Never>>()
    observe(model, seen)
    model.loader.load()
    await model.refresh()
    #expect(
      seen.entries
        == [.notRequested, .loading, .loaded("A"), .loading(previous: "A")]
    )
    #expect(model.state == .loaded("A"))
  }

  /// Records the state before each change, as observation reports it.
  @MainActor private func observe(
    _ model: LoaderModel<Loader<NoRequest, String, Never>>,
    _ log: Log<Loadable<String, Never>>
  ) {
    withObservationTracking {
      _ = model.state
    } onChange: {
      MainActor.assumeIsolated {
        log.note(model.state)
        observe(model, log)
      }
    }
  }

  @Test(.needsImmediateTasks) @MainActor
  func `an intent from within a change is visible after that change`() {
    let loader = Loader { "A" }
    let model = LoaderModel(loader)
    let seen = Log<Loadable<String, Never>>()
    let subscription = loader.states.sinkOnMainActor { state in
      seen.note(model.state)
      if state == .loaded("A") { loader.set("B") }
    }
    loader.set("A")
    #expect(seen.entries == [.notRequested, .loaded("A"), .loaded("B")])
    withExtendedLifetime(subscription) {}
  }

  // MARK: Lifetime

  @Test func `dropping the model cancels the load`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("------A|", failure: SampleError.first)
      var model: LoaderModel<Source>? = LoaderModel(loader(work))
      m.hot("-a") { _ in model?.appear() }
      m.hot("---d") { _ in model = nil }
      m.expectSubscriptions(work, ["-^-!"])
    }
  }

  @Test func `a shared loader continues without the model`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("------A|", failure: SampleError.first)
      let loader = m.keep(loader(work))
      var model: LoaderModel? = LoaderModel(loader)
      m.hot("-a") { _ in model?.appear() }
      m.hot("---d") { _ in model = nil }
      m.expect(loader.states, "nl-----A", Self.states)
    }
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a model that is dropped in its own change is released afterwards`() {
    let loader = Loader { "A" }
    let kept = Keeper(LoaderModel(loader))
    let held = Weak(kept.model)
    withObservationTracking {
      _ = kept.model?.state
    } onChange: {
      MainActor.assumeIsolated { kept.model = nil }
    }
    loader.set("B")
    #expect(held.isReleased)
    #expect(loader.state == .loaded("B"))
  }
}

@MainActor private final class Keeper {
  var model: LoaderModel<Loader<NoRequest, String, Never>>?
  init(_ model: LoaderModel<Loader<NoRequest, String, Never>>) { self.model = model }
}
