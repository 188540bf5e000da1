import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Values that are loaded by key.
@Suite struct `Adversarial tests of loads by key (S11)` {
  @Test(.needsImmediateTasks, arguments: 0..<randomScripts)
  func `loading states and no others have running loads, after any changes`(seed: UInt64) {
    let runningLoads = RunningLoads()
    let store = Store(Shelves.State()) { Shelves { await runningLoads.load($0) } }
    var random = SeededGenerator(seed)
    for turn in 0..<40 {
      store.send(.random(seed: UInt64.random(in: 0..<UInt64.max, using: &random)))
      #expect(store.state.loading.counts == runningLoads.counts, "after \(turn) actions")
    }
    store.send(.places(1, .cancel))
    runningLoads.release()
  }
}

/// Two collections of values by number, and copies of them to restore.
private struct Shelves: Reducer {
  struct State: Sendable {
    var values = LoadableStates<Int, Int>()
    var others = LoadableStates<Int, Int>()
    var copies: [LoadableStates<Int, Int>] = []

    var loading: [Int] {
      [values, others].flatMap { all in all.keys.filter { all[$0].isLoading } }
    }
  }

  enum Action: Sendable {
    case random(seed: UInt64)
    case places(Int, LoadingAction<NoRequest, Int, Never>)
    case others(Int, LoadingAction<NoRequest, Int, Never>)
  }

  let load: @Sendable (Int) async -> Void

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .random(let seed) = action { state.change(by: seed) }
      return .none
    }
    .loadable(each: \.values, action: .values) { [load] key, _ in
      await load(key)
      return key
    }
    .loadable(each: \.others, action: .others) { [load] key, _ in
      await load(key)
      return key
    }
  }
}

extension Shelves.State {
  /// Performs one of many possible changes of states within an action.
  mutating func change(by seed: UInt64) {
    var random = SeededGenerator(seed)
    let key = Int.random(in: 0..<100, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: for key in 0..<key { values[key].perform(.load) }
    case 1: for key in 0..<key { values.remove(key) }
    case 2: copies.append(values)
    case 3: if let copy = copies.randomElement(using: &random) { values = copy }
    case 4: others = values
    case 5: swap(&values, &others)
    case 6: values = LoadableStates()
    case 7: for key in values.keys.prefix(key) { values[key].perform(.cancel) }
    case 8: others[key] = values[key]
    case 9: values.removeAll()
    default:
      for key in key..<key + 3 { others[key].perform(.load) }
    }
  }
}

extension CasePath<Shelves.Action, (Int, LoadingAction<NoRequest, Int, Never>)> {
  fileprivate static let values = Self(Shelves.Action.places) {
    if case .places(let key, let action) = $0 { (key, action) } else { nil }
  }
  fileprivate static let others = Self(Shelves.Action.others) {
    if case .others(let key, let action) = $0 { (key, action) } else { nil }
  }
}
