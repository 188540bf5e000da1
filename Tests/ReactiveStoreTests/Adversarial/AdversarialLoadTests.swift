import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Loading states.
@Suite struct `Adversarial tests of loadable features (S11 to S15, S6)` {
  @Test func `a loading state restored after the end of its load is loaded again`() {
    marbles { m in
      let answers = [m.cold("-#", failure: Broken()), m.cold("-A|", failure: Broken())]
      let calls = Log<String>()
      var state = RestorableText.State()
      state.undoesFailures = true
      let store = m.keep(
        Store(state) {
          RestorableText { request, _ in
            calls.note(request)
            return try await answers[min(calls.entries.count, 2) - 1]()
          }
        }
      )
      m.hot("-l") { store.send(.text(.load("x"))) }
      m.hot("-n") { store.send(.save) }
      m.at(.milliseconds(90)) {
        #expect(calls.entries == ["x", "x"])
        #expect(!store.state.text.isLoading)
      }
    }
  }

  @Test func `a state restored to a failed attempt repeats it`() {
    marbles { m in
      let answers = [m.cold("-#", failure: Broken()), m.cold("--A|", failure: Broken())]
      let calls = Log<String>()
      var state = RestorableText.State()
      state.undoesFailures = true
      let policy = LoadPolicy(retry: .constant(.milliseconds(50), limit: 1), clock: m.clock)
      let store = m.keep(
        Store(state) {
          RestorableText(policy: policy) { request, _ in
            calls.note(request)
            return try await answers[min(calls.entries.count, 2) - 1]()
          }
        }
      )
      m.hot("-l") { store.send(.text(.load("x"))) }
      m.hot("-n") { store.send(.save) }
      m.expect(reading: { store.state.text.value ?? "n" }, "n---A")
    }
  }

  @Test func `a load after a restore, in one action, is a separate load`() {
    marbles { m in
      let answer = m.cold("---A|")
      let places = Log<String>()
      let store = m.keep(
        Store(RestorableText.State()) {
          RestorableText { _, state in
            places.note(state.place)
            return try await answer()
          }
        }
      )
      store.send(.save)
      m.hot("-l") { store.send(.text(.load("x"))) }
      m.hot("--a") { store.send(.restoreAndLoad(in: "right")) }
      m.at(.milliseconds(90)) { #expect(places.entries == ["left", "right"]) }
    }
  }

  @Test func `a load that a parent requests in a part follows the part's policy`() {
    let store = Store(RestorableText.State()) {
      RestorableText(policy: LoadPolicy(previous: .always)) { name, _ in name }
    }
    let previous = Log<String?>()
    let subscription = store.states.dropFirst().sink { previous.note($0.part.text.latest) }
    store.send(.loadPart("b"))
    #expect(previous.entries.first == "A")
    subscription.cancel()
  }

  @Test(.needsImmediateTasks)
  func `a request that a later reducer changes is loaded at the end of the action`() {
    let requests = Log<String>()
    var library = Library.State()
    library.books = LoadableState(Books.State(titles: "A", request: "a"), of: "a")
    let store = Store(library) {
      Library { request, _ in
        requests.note(request)
        return Books.State(titles: request, request: request)
      }
      Reduce<Library.State, Library.Action> { state, action in
        if case .move(let genre) = action { state.books.change { $0.request = genre } }
        return .none
      }
    }
    store.send(.move("a"))
    store.send(.move("b"))
    #expect(requests.entries == ["b"])
  }

  @Test func `two loads at one key path are reported when the store is created`() {
    let reports = failures {
      _ = Store(RestorableText.State()) {
        RestorableText { name, _ in name }
          .loadable(state: \.text, action: .text) { name, _ in "not \(name)" }
      }
    }
    #expect(
      reports.map(\.happened).map { $0.contains(#"at \State.text. The first one"#) } == [true]
    )
  }

  @Test func `equal parts at different key paths are allowed`() {
    let reports = failures {
      _ = Store(RestorableText.State()) {
        RestorableText { name, _ in name }
        Scope(state: \.saved, action: .text) {
          EmptyReducer<LoadableState<String, String>, LoadingAction<String, String, Never>>()
            .loadable(state: \.self, action: .itself) { name, _ in name }
        }
      }
    }
    #expect(reports.map(\.text) == [])
  }

  @Test func `a load that replaces another one leaves the count unchanged`() {
    let (activity, runningLoads, shown) = (LoadActivity(), RunningLoads(), Log<Int>())
    let store = Store(RestorableText.State()) {
      RestorableText(policy: LoadPolicy(activity: activity)) { name, _ in
        await runningLoads.load(1)
        return name
      }
    }
    let subscription = activity.counts.sink { shown.note($0) }
    for name in ["a", "b"] { store.send(.text(.load(name))) }
    #expect(activity.count == 1)
    store.send(.text(.cancel))
    #expect(shown.entries == [0, 1, 0])
    subscription.cancel()
    runningLoads.release()
  }

  @Test(.needsImmediateTasks) func `a load starts when its loading state is published`() {
    let events = Log<String>()
    let store = Store(RestorableText.State()) {
      RestorableText { name, _ in
        events.note("load")
        return name
      }
    }
    let subscription = store.states.sink { if $0.text.isLoading { events.note("show") } }
    store.send(.text(.load("a")))
    #expect(events.entries == ["show", "load"])
    subscription.cancel()
  }

  @Test func `the effects of a set child continue when it is loaded`() {
    marbles { m in
      let words = m.cold("---x|")
      typealias Loading = LoadingAction<NoRequest, Counter.State, Counter.Action>
      let store = m.keep(
        Store(LoadableState<NoRequest, Counter.State>()) {
          Reduce<LoadableState<NoRequest, Counter.State>, Loading> { state, action in
            if case .cancel = action { state.perform(.set(Counter.State())) }
            return .none
          }
          .loadable(state: \.self, action: .itself) {
            Counter(onBegin: .seeing(words))
          } load: { _, _ in
            Counter.State()
          }
        }
      )
      m.hot("sbl", ["s": .cancel, "b": .loaded(.begin), "l": .load]) { store.send($0) }
      m.expectSubscriptions(words, ["-^---!"])
    }
  }

  @Test(arguments: [nil, "a"])
  func `the effects of a child continue while it is visible`(request: String?) {
    marbles { m in
      let words = m.cold("--x|")
      let effect = Effect<Counter.Action>.run { send in
        for await word in words.elements { send(.see(word)) }
      }
      let store = m.keep(
        Store(Holder(counter: LoadableState(Counter.State(), of: request))) {
          EmptyReducer<Holder, HolderAction>()
            .loadable(state: \.counter, action: .itself) {
              Counter(onBegin: effect)
            } load: { _, _ in
              Counter.State()
            }
        }
      )
      m.hot("-b") { store.send(.loaded(.begin)) }
      m.expect(
        store.states.map { $0.counter.latest?.seen.last ?? "n" }.removeDuplicates(),
        "n--x"
      )
    }
  }

  @Test(.needsImmediateTasks, arguments: [HolderAction.reset, .load("b")])
  fileprivate func `removing a child cancels its effects`(end: HolderAction) {
    let runningLoads = RunningLoads()
    let store = Store(Holder(counter: LoadableState(Counter.State(), of: "a"))) {
      EmptyReducer<Holder, HolderAction>()
        .loadable(state: \.counter, action: .itself) {
          Counter(onBegin: .run { _ in await runningLoads.load(1) })
        } load: { _, _ in
          Counter.State()
        }
    }
    store.send(.loaded(.begin))
    store.send(.loaded(.add(1)))
    #expect(runningLoads.counts == [1: 1])
    store.send(end)
    #expect(runningLoads.counts == [:])
    runningLoads.release()
  }

  @Test(.needsImmediateTasks)
  func `a child that changes its request to the visible one is not reloaded`() {
    let requests = Log<String>()
    let store = Store(Library.State()) {
      Library { request, _ in
        requests.note(request)
        return Books.State(titles: request)
      }
    }
    store.send(.open("a"))
    store.send(.books(.loaded(.choose("a"))))
    #expect(requests.entries == ["a"])
  }
}

private struct Holder: Sendable {
  var counter: LoadableState<String, Counter.State>
}

private typealias HolderAction = LoadingAction<String, Counter.State, Counter.Action>
