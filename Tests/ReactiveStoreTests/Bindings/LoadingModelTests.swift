import CombineShim
import LoadableTesting
import Observation
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// The states of a feature's model as letters: `n` not requested, `l` loading, `f` failed, and a
/// capital for the visible child.
@MainActor private func drawn(_ model: LoadingModel<String, Books.State, Books.Action>) -> String {
  switch model.state {
  case .notRequested: "n"
  case .loading(let load): load.previous.map { "l\($0.state.titles)" } ?? "l"
  case .failed(let failure): failure.previous.map { "f\($0.state.titles)" } ?? "f"
  case .loaded(let books): books.state.titles
  }
}

private enum Trouble: Error { case noBooks }

@Suite struct `A loadable feature in a view (U7, U9)` {
  typealias Feature = Store<
    LoadableState<String, Books.State>, LoadingAction<String, Books.State, Books.Action>
  >
  typealias Model = LoadingModel<String, Books.State, Books.Action>

  private func library(
    _ policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (String) async throws -> String
  ) -> Store<Library.State, Library.Action> {
    Store(Library.State()) {
      Library(policy: policy) { genre, _ in Books.State(titles: try await load(genre)) }
    }
  }

  private func feature(
    _ policy: LoadPolicy = LoadPolicy(),
    _ load: @escaping @Sendable (String) async throws -> String
  ) -> Feature {
    library(policy, load).scope(state: \.books, action: .books)
  }

  @Test func `appearing loads once, and the child is displayed when loaded`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--A|")
      let model = m.keep(Model(feature { _ in try await answer() }))
      m.hot("-aa--a") { model.appear(loading: "sea") }
      m.expect(reading: { drawn(model) }, "nl-A--")
      m.expectSubscriptions(answer, ["-^-!"])
    }
  }

  @Test func `a refresh keeps showing the child`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--A|")
      let model = m.keep(Model(feature { _ in try await answer() }))
      let isOver = m.keep(BehaviorRelay("n"))
      m.hot("-a") { model.appear(loading: "sea") }
      m.hot("-----r") {
        Task {
          await model.refresh()
          isOver.accept("y")
        }
      }
      let drawings = ["n": "n", "l": "l", "A": "A", "r": "lA"]
      m.expect(reading: { drawn(model) }, "nl-A-r-A", drawings)
      m.expect(isOver, "n------y")
    }
  }

  @Test func `a failure has its request, and is retried`() {
    marbles(on: MainActor.shared) { m in
      let answer = m.cold("--#", failure: Trouble.noBooks)
      let model = m.keep(Model(feature { _ in try await answer() }))
      m.hot("-a") { model.appear(loading: "sea") }
      m.hot("----r") { model.retry() }
      m.expect(reading: { drawn(model) }, "nl-fl-f")
      m.at(.milliseconds(35)) {
        guard case .failed(let failure) = model.state else { Issue.record("No failure."); return }
        #expect(model.request == "sea")
        #expect(failure.error == LoadError(Trouble.noBooks))
      }
    }
  }

  // MARK: The child

  /// A library with loaded books; others load when the gate is open.
  @MainActor private func loaded(
    _ gate: Gate = .opened
  ) -> (Store<Library.State, Library.Action>, Model) {
    var state = Library.State()
    state.books = LoadableState(Books.State(titles: "A"), of: "sea")
    let store = Store(state) {
      Library { _, _ in
        await gate.wait()
        return Books.State(titles: "B")
      }
    }
    return (store, Model(store.scope(state: \.books, action: .books)))
  }

  @Test(.needsImmediateTasks) @MainActor func `the child's changes do not change the state`() {
    let (_, model) = loaded()
    let changes = Log<String>()
    withObservationTracking {
      _ = model.state
    } onChange: {
      changes.note("state")
    }
    let child = model.state.latest
    child?.send(.add("B"))
    #expect(child?.state.titles == "AB")
    #expect(model.store.state.value?.titles == "AB")
    #expect(changes.entries.isEmpty)
    model.store.send(.reset)
    #expect(changes.entries == ["state"])
  }

  @Test(.needsImmediateTasks) @MainActor
  func `a change of the request alone does not change the state, and the reverse`() async {
    let gate = Gate()
    let model = Model(
      feature { _ in
        await gate.wait()
        return "A"
      }
    )
    model.store.send(.load("sea"))
    let changes = Log<String>()
    observe(model, changes)
    model.store.send(.load("hills"))
    #expect(model.request == "hills")
    #expect(changes.entries == ["request"])
    let end = Gate()
    withObservationTracking {
      _ = model.state
    } onChange: {
      end.open()
    }
    gate.open()
    await end.wait()
    #expect(changes.entries == ["request", "state"])
  }

  /// Notes the next change of each of the two properties.
  @MainActor private func observe(_ model: Model, _ changes: Log<String>) {
    withObservationTracking {
      _ = model.state
    } onChange: {
      changes.note("state")
    }
    withObservationTracking {
      _ = model.request
    } onChange: {
      changes.note("request")
    }
  }

  @Test(.needsImmediateTasks) @MainActor
  func `the child has one store while it is visible`() {
    let gate = Gate()
    let (_, model) = loaded(gate)
    let first = model.state.latest
    #expect(first != nil)
    model.store.send(.refresh)
    #expect(model.state.latest === first)
    model.store.send(.cancel)
    #expect(model.state.latest === first)
    model.store.send(.reset)
    #expect(model.state.latest == nil)
    gate.open()
  }

  @Test @MainActor func `an equatable child publishes only its own changes`() {
    let (gate, seen) = (Gate(), Log<String>())
    let (store, model) = loaded(gate)
    let subscription = model.state.latest?.states.sink { seen.note($0.titles) }
    store.send(.move("right"))
    model.store.send(.refresh)
    model.store.send(.loaded(.add("B")))
    #expect(seen.entries == ["A", "AB"])
    subscription?.cancel()
    gate.open()
  }

  @Test @MainActor func `the child's store exists without a model, while the child is visible`() {
    let gate = Gate()
    let (_, model) = loaded(gate)
    let (child, seen) = (model.store.loadedChild(), Log<String>())
    let subscription = child?.states.sink { seen.note($0.titles) }
    child?.send(.add("B"))
    model.store.send(.retry)
    model.store.send(.refresh)
    model.store.send(.reset)
    #expect(model.store.loadedChild() == nil)
    #expect(child?.state.titles == "AB")
    #expect(seen.entries == ["A", "AB"])
    subscription?.cancel()
    gate.open()
  }

  @Test func `the child's store continues with the child of a refresh`() {
    marbles(on: MainActor.shared) { m in
      let answers = m.cold("--A|", then: ["--B|"])
      let model = m.keep(Model(feature { _ in try await answers() }))
      let first = Log<Model.ChildStore?>()
      m.hot("a") { model.appear(loading: "sea") }
      m.hot("---r") { model.store.send(.refresh) }
      m.at(.milliseconds(25)) { first.note(model.state.latest) }
      m.at(.milliseconds(60)) {
        #expect(first.entries.first??.state.titles == "B")
        #expect(model.state.latest === first.entries.first ?? nil)
      }
    }
  }

  @Test @MainActor func `an action for a removed child is reported as unhandled`() {
    let (store, model) = loaded()
    let (child, failures) = (model.state.latest, Log<String>())
    let subscription = store.failures.sink { failures.note("\(type(of: $0))") }
    model.store.send(.reset)
    child?.send(.add("B"))
    #expect(failures.entries == ["UnhandledAction"])
    subscription.cancel()
  }

  @Test @MainActor func `the model retains the store, and nothing retains the model`() {
    weak var model: Model?
    weak var child: Model.ChildStore?
    weak var whole: Store<Library.State, Library.Action>?
    do {
      let (store, kept) = loaded()
      (model, child, whole) = (kept, kept.state.latest, store)
      #expect(child != nil)
      kept.store.send(.loaded(.add("B")))
    }
    #expect(model == nil)
    #expect(child == nil)
    #expect(whole == nil)
  }
}
