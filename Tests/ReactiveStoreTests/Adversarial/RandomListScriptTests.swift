import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Lists that are copied, swapped and restored while they load.
@Suite struct `Adversarial tests of copied lists (S11, S16)` {
  @Test(.needsImmediateTasks, arguments: 0..<randomScripts)
  func `loading lists and no others have running loads, after any changes`(seed: UInt64) {
    let runningLoads = RunningLoads()
    let store = Store(Lists.State()) {
      Lists { request in
        // Some first pages load without a suspension.
        if request.cursor != nil || !request.key.isMultiple(of: 2) {
          await runningLoads.load(request.key)
        }
        return 1
      }
    }
    var random = SeededGenerator(seed)
    for turn in 0..<40 {
      store.send(.random(seed: UInt64.random(in: 0..<UInt64.max, using: &random)))
      #expect(store.state.loading.counts == runningLoads.counts, "after \(turn) actions")
    }
    store.send(.ones(.reset))
    runningLoads.release()
  }
}

/// Two lists, and copies of them to restore.
private struct Lists: Reducer {
  typealias List = PagedState<Int, Int, Row>

  struct Row: Sendable, Hashable, Identifiable {
    let id: Int
  }

  struct State: Sendable {
    var ones = List()
    var others = List()
    var copies: [List] = []

    var loading: [Int] { ones.loads + others.loads }
  }

  enum Action: Sendable {
    case random(seed: UInt64)
    case ones(PagingAction<Int, Int, Row>)
    case others(PagingAction<Int, Int, Row>)
  }

  let load: @Sendable (PageRequest<Int, Int>) async -> Int

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .random(let seed) = action { state.change(by: seed) }
      return .none
    }
    .paged(state: \.ones, action: .ones) { [load] request, _ in
      Page([Row(id: await load(request))], next: 1, previous: -1)
    }
    .paged(state: \.others, action: .others) { [load] request, _ in
      Page([Row(id: await load(request))], next: 1, previous: -1)
    }
  }
}

extension Lists.List {
  /// The key of each page in flight.
  fileprivate var loads: [Int] {
    guard let key else { return [] }
    if loadable.isLoading { return [key] }
    let ends = [loadable.latest?.append, loadable.latest?.prepend]
    return ends.compactMap { if case .loading = $0 { key } else { nil } }
  }
}

extension Lists.State {
  /// Performs one of many possible changes of lists within an action.
  fileprivate mutating func change(by seed: UInt64) {
    var random = SeededGenerator(seed)
    switch Int.random(in: 0..<16, using: &random) {
    case 0...3: ones.perform(.load(Int.random(in: 0..<4, using: &random)))
    case 4: others.perform(.loadIfNeeded(Int.random(in: 0..<4, using: &random)))
    case 5, 6: ones.perform(.next)
    case 7: ones.perform(.previous)
    case 8: ones.perform(.refresh)
    case 9: ones.perform(.refreshAllPages)
    case 10: copies.append(ones)
    case 11: if let copy = copies.randomElement(using: &random) { ones = copy }
    case 12: others = ones
    case 13: swap(&ones, &others)
    case 14: ones.perform(.cancel)
    default:
      if Bool.random(using: &random) { others.perform(.reset) } else { ones.perform(.clear) }
    }
  }
}

extension CasePath<Lists.Action, PagingAction<Int, Int, Lists.Row>> {
  fileprivate static let ones = Self(Lists.Action.ones) {
    if case .ones(let action) = $0 { action } else { nil }
  }
  fileprivate static let others = Self(Lists.Action.others) {
    if case .others(let action) = $0 { action } else { nil }
  }
}
