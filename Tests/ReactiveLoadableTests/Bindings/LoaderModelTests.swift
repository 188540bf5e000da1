import LoadableTesting
import Observation
import ReactiveLoadable
import TestSupport
import Testing

/// The diagrams of the article on holding a loader in a view, for both kinds of models.
@Suite struct `A loader in a view (V5, V6, V7, V8)` {
  typealias State = Loadable<String, SampleError>
  typealias Outcome = LoadOutcome<String, SampleError>
  typealias Source = Loader<NoRequest, String, SampleError>

  enum Kind: CaseIterable, Sendable {
    case model, object

    @MainActor func hold(
      _ loader: Source,
      _ onDisappear: DisappearPolicy = .continueLoading
    ) -> any LoaderHolder<Source> {
      switch self {
      case .model: LoaderModel(loader, onDisappear: onDisappear)
      case .object: LoaderObject(loader, onDisappear: onDisappear)
      }
    }
  }

  private static let states: [String: State] = [
    "n": .notRequested, "l": .loading, "r": .loading(previous: "A"), "A": .loaded("A"),
    "f": .failed(.first), "t": .loading(Loading(cause: .retry)),
    "g": .failed(.first, cause: .retry),
  ]

  private func loader(_ work: MarbleCold<String, SampleError>) -> Source {
    Loader { () async throws(SampleError) in try await work(orCancelled: .second) }
  }

  @Test(arguments: Kind.allCases)
  func `appearing loads, and each change is readable`(_ kind: Kind) {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("--A|", failure: SampleError.first)
      let model = m.keep(kind.hold(loader(work)))
      m.hot("-a") { _ in model.appear() }
      m.expect(reading: { model.state }, "nl-A", Self.states)
      m.expectSubscriptions(work, ["-^-!"])
    }
  }

  @Test(arguments: Kind.allCases)
  func `repeated appearing loads once`(_ kind: Kind) {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("----A|", failure: SampleError.first)
      let model = m.keep(kind.hold(loader(work)))
      m.hot("-aaa---a") { _ in model.appear() }
      m.hot("--l---l-") { _ in model.disappear() }
      m.expect(reading: { model.state }, "nl---A--", Self.states)
      m.expectSubscriptions(work, ["-^---!"])
    }
  }

  @Test(arguments: Kind.allCases)
  func `intents reach the loader`(_ kind: Kind) {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("--A|", failure: SampleError.first)
      let model = m.keep(kind.hold(loader(work)))
      m.hot("-l") { _ in model.load() }
      m.hot("-------n") { _ in model.loadIfNeeded() }
      m.hot("----r----") { _ in Task { await model.refresh() } }
      m.hot("-----c---") { _ in model.cancel() }
      m.hot("------x--") { _ in model.reset() }
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

  @Test(arguments: Kind.allCases)
  func `disappearing changes nothing by default`(_ kind: Kind) {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("------A|", failure: SampleError.first)
      let model = m.keep(kind.hold(loader(work)))
      m.hot("-a--l--") { visit(model, $0, "old") }
      m.hot("---a-l-") { visit(model, $0, "new") }
      m.expect(reading: { model.state }, "nl-----A", Self.states)
    }
  }

  @Test(arguments: Kind.allCases)
  func `the last view that disappears cancels, if the policy says so`(_ kind: Kind) {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("------A|", failure: SampleError.first)
      let model = m.keep(kind.hold(loader(work), .cancelLoad))
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
    _ model: any LoaderHolder<Source>,
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
    model.cancel()
    #expect(model.state == .loaded("A"))
    model.reset()
    #expect(model.state == .notRequested)
  }

  @Test(.needsImmediateTasks) func `a model created after the load has the state immediately`() {
    marbles(on: MainActor.shared) { m in
      m.expectCleanRun()
      let loader = m.keep(Loader { "A" })
      loader.load()
      #expect(LoaderModel(loader).state == .loaded("A"))
      #expect(LoaderObject(loader).state == .loaded("A"))
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
        #expect(LoaderObject(loader).state == .loaded("A"))
      }
    }
  }

  @Test(.needsImmediateTasks) @MainActor func `observation reports before each change`() async {
    let model = LoaderModel(Loader { "A" })
    let seen = Log<Loadable<String, Never>>()
    observe(model, seen)
    model.load()
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

  @Test(.needsImmediateTasks) @MainActor func `an observable object sends before each change`()
    async
  {
    let object = LoaderObject(Loader { "A" })
    let seen = Log<Loadable<String, Never>>()
    let subscription = object.objectWillChange.sink { seen.note(object.state) }
    object.load()
    await object.refresh()
    #expect(
      seen.entries
        == [.notRequested, .loading, .loaded("A"), .loading(previous: "A")]
    )
    #expect(object.state == .loaded("A"))
    withExtendedLifetime(subscription) {}
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

  @Test(arguments: Kind.allCases)
  func `dropping the model cancels the load`(_ kind: Kind) {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("------A|", failure: SampleError.first)
      var model: (any LoaderHolder<Source>)? = kind.hold(loader(work))
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
