import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveStore

/// Loads of parts that are not stored, and of states that are replaced by new ones.
@Suite struct `Adversarial tests of loads in a state (S)` {
  @Test func `new states of keys follow the policy, also when they replace unused ones`() {
    marbles { m in
      let policy = LoadPolicy(freshness: .lasting(.milliseconds(20)), clock: m.clock)
      let work = m.cold("-A|")
      let store = m.keep(
        Store(Keyed()) {
          KeyedReducer(policy: policy) { _ in try await work() }
        }
      )
      store.send(.renew)
      store.send(.renew)
      store.send(.text(1, .set("a")))
      m.hot("-----n") { _ in store.send(.text(1, .loadIfNeeded)) }
      m.expectSubscriptions(work, ["-----^!"])
    }
  }

  @Test func `a value that was set for a state without a request can be refreshed`() async {
    let loader = Loader<NoRequest, String, LoadError> { (_: NoRequest) async throws -> String in
      "loaded"
    }
    loader.set("set")
    loader.refresh()
    let isAsked = loader.state.isLoading
    var state = LoadableState<NoRequest, String>()
    state.perform(.set("set"))
    state.perform(.refresh)
    #expect(state.isLoading == isAsked)
  }

  @Test func `loads run in parts of all kinds`() {
    func check(
      _ name: String,
      _ path: any WritableKeyPath<Parts, LoadableState<NoRequest, String>> & Sendable
    ) {
      marbles { m in
        let work = m.cold("--A|")
        let parts = Parts()
        let store = m.keep(
          Store(parts) {
            EmptyReducer<Parts, LoadingAction<NoRequest, String, Never>>()
              .loadable(state: path, action: .itself) { _ in try await work() }
          }
        )
        m.hot("-l----r--c") {
          store.send($0 == "l" ? .load : $0 == "r" ? .refresh : .cancel)
        }
        m.expectSubscriptions(work, ["-^-!", "------^-!"])
        m.at(.milliseconds(45)) {
          #expect(store.state[keyPath: path].latest == "A", "\(name)")
          #expect(!store.state[keyPath: path].isLoading, "\(name)")
        }
        m.at(.milliseconds(65)) { #expect(store.state[keyPath: path].isLoading, "\(name)") }
        m.at(.milliseconds(120)) {
          #expect(!store.state[keyPath: path].isLoading, "\(name)")
          if name == "observed" { #expect(store.state.changes > 3) }
        }
      }
    }
    check("stored", \.stored)
    check("computed", \.computed)
    check("observed", \.observed)
    check("forced", \.optional!)
    check("pair", \.pair.1)
    check("in a dictionary", \.[name: "a"])
    check("in an array", \.many[1])
    check("in an object", \.object.state)
    check("nested", \.inner.outer.stored)
  }

  @Test func `added and removed keys leave no memory`() {
    var tree = SlotTree()
    for slot in 0..<100 { tree[slot] = Object() }
    weak var last: Object?
    do {
      let object = Object()
      last = object
      tree[4_711] = object
      #expect(tree[4_711] === object && tree[4_710] == nil)
    }
    tree[4_711] = nil
    #expect(last == nil)
    for slot in 0..<100 { tree[slot] = nil }
    let root = Mirror(reflecting: tree).children.first { $0.label == "root" }
    #expect(root.map { Mirror(reflecting: $0.value).children.isEmpty } == true)
    var states = LoadableStates<Int, Int>()
    for key in 0..<1_000 {
      states[key].perform(.set(key))
      if key >= 10 { states.remove(key - 10) }
    }
    #expect(states.keys.sorted() == Array(990..<1_000))
    for key in 990..<1_000 { #expect(states[key].latest == key) }
  }

  @Test func `a store that ends during a load cancels it and releases the state`() {
    marbles { m in
      let work = m.cold("-----A|")
      weak var kept: Object?
      var store: Store<Held, LoadingAction<NoRequest, String, Never>>?
      do {
        let object = Object()
        kept = object
        store = Store(Held(object: object)) {
          EmptyReducer<Held, LoadingAction<NoRequest, String, Never>>()
            .loadable(state: \.text, action: .itself) { _ in try await work() }
        }
      }
      store?.send(.load)
      m.at(.milliseconds(20)) { store = nil }
      m.expectSubscriptions(work, ["^-!"])
      m.at(.milliseconds(40)) { #expect(kept == nil) }
    }
  }
}

private final class Object: Sendable {}

private struct Held: Sendable {
  var object: Object
  var text = LoadableState<NoRequest, String>()
}

private struct Keyed: Sendable {
  var texts = LoadableStates<Int, String>()
}

private enum KeyedAction: Sendable {
  case renew
  case text(Int, LoadingAction<NoRequest, String, Never>)
}

private struct KeyedReducer: Reducer {
  let policy: LoadPolicy
  let load: @Sendable (Int) async throws -> String

  var body: some Reducer<Keyed, KeyedAction> {
    Reduce<Keyed, KeyedAction> { state, action in
      if case .renew = action { state = Keyed() }
      return .none
    }
    .loadable(
      each: \.texts,
      action: CasePath(KeyedAction.text) {
        if case .text(let key, let action) = $0 { (key, action) } else { nil }
      },
      policy: policy
    ) { [load] key, _ in try await load(key) }
  }
}

private struct Parts: Sendable {
  typealias Text = LoadableState<NoRequest, String>

  struct Inner: Sendable {
    var outer = Outer()
  }

  struct Outer: Sendable {
    var number: UInt8 = 1
    var stored = Text()
  }

  final class Shared: @unchecked Sendable {
    var state = Text()
  }

  var stored = Text()
  var computed: Text {
    get { stored }
    set { stored = newValue }
  }
  var changes = 0
  var observed = Text() {
    didSet { changes += 1 }
  }
  var optional: Text? = Text()
  var pair = (1, Text())
  var byName: [String: Text] = [:]
  var many = [Text(), Text()]
  subscript(name name: String) -> Text {
    get { byName[name] ?? Text() }
    set { byName[name] = newValue }
  }
  let object = Shared()
  var inner = Inner()
}
