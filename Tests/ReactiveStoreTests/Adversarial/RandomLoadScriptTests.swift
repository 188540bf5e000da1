import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing
@testable import ReactiveStore

/// Random scripts of loads of all kinds, whose ends and counts must agree.
@Suite struct `Random scripts of loads and handles (S11, S8)` {
  @Test(arguments: 0..<randomScripts, [true, false])
  func `every handle completes, activity counts running loads, and nothing leaks`(
    seed: UInt64,
    drops: Bool
  ) {
    let log = Log<String>()
    marbles { m in
      var random = SeededGenerator(seed)
      let activity = LoadActivity()
      let queue = LoadQueue(limit: Int.random(in: 1...3, using: &random))
      let hasQueue = Bool.random(using: &random)
      func policy() -> LoadPolicy {
        var policy = LoadPolicy.random(on: m.clock, &random)
        policy.activity = activity
        if hasQueue { policy.queue = queue }
        if Bool.random(using: &random) {
          policy.timeout = LoadTimeout(attempt: .milliseconds(15), load: .milliseconds(45))
        }
        return policy
      }
      let server = RandomServer(seed, on: m.clock)
      let observer = StoreObserver()
      let store = m.keep(
        observer.observing {
          Store(
            Mixed.State(),
            middleware: drops ? [.dropping(seed, on: m.clock)] : []
          ) {
            Mixed(
              policies: (0..<5).map { _ in policy() },
              answer: { try await server.answer($0) },
              page: { try await server.page($0) }
            )
          }
        }
      )
      let (begun, ended, handles) = (Log<Int>(), Log<Int>(), Log<StoreTask>())
      for frame in 1...40 {
        let seed = UInt64.random(in: 0..<UInt64.max, using: &random)
        let kind = Int.random(in: 0..<10, using: &random)
        m.at(.milliseconds(10 * frame + 5 * Int.random(in: 0...1, using: &random))) {
          if kind == 0 {
            handles.entries.randomElement(using: &random)?.cancel()
          } else {
            let task = store.send(.random(seed))
            handles.note(task)
            begun.note(frame)
            m.keep(
              Task.startedImmediately {
                await task.finish()
                ended.note(frame)
              }
            )
          }
          let (loading, count) = (store.state.loads, activity.count)
          if !drops, loading != count {
            log.note("frame \(frame): \(loading) load, \(count) counted")
          }
        }
      }
      for second in [1100, 1400, 1700, 2000, 2300] {
        m.at(.milliseconds(second)) { store.send(.nothing) }
      }
      m.at(.seconds(3)) {
        let left = Set(begun.entries).subtracting(ended.entries)
        if !left.isEmpty { log.note("handles without an end: \(left.sorted())") }
        if activity.count != 0 { log.note("activity \(activity.count)") }
        if queue.count != (0, 0) { log.note("queue \(queue.count)") }
        if store.state.loads != 0 { log.note("spins: \(store.state.loads)") }
        let runningLoads = observer.activeEffects
        if !runningLoads.isEmpty { log.note("still running: \(runningLoads.map { $0.id ?? "-" })") }
      }
    }
    #expect(log.entries == [])
  }
}

/// Concurrent loads of all kinds.
private struct Mixed: Reducer {
  typealias Texts = LoadableState<String, String>
  typealias List = PagedState<String, Int, ChanceRow>

  struct Guest: Sendable, Identifiable {
    var id: Int
    var text = Texts()
  }

  struct Parts: Sendable {
    var a = Texts()
    var b = Texts()
    var guest: Guest?
    var values = LoadableStates<Int, String>()
    var list = List()
    var rows: [Guest] = []
  }

  struct State: Sendable {
    var parts = Parts()
    var copies: [Parts] = []

    var loads: Int {
      let list = parts.list.pages.runs.count
      let texts = [parts.a, parts.b].count { $0.isLoading }
      return texts + (parts.guest?.text.isLoading == true ? 1 : 0)
        + parts.values.keys.count { parts.values[$0].isLoading } + list
        + parts.rows.count { $0.text.isLoading }
    }
  }

  enum Action: Sendable {
    case random(UInt64)
    case nothing
    case a(LoadingAction<String, String, Never>)
    case b(LoadingAction<String, String, Never>)
    case guest(GuestAction)
    case rows(Int, GuestAction)
    case values(Int, LoadingAction<NoRequest, String, Never>)
    case list(PagingAction<String, Int, ChanceRow>)
  }

  enum GuestAction: Sendable {
    case text(LoadingAction<String, String, Never>)
  }

  let policies: [LoadPolicy]
  let answer: @Sendable (String) async throws -> String
  let page: @Sendable (PageRequest<String, Int>) async throws -> Page<Int, ChanceRow>

  var body: some Reducer<State, Action> {
    Reduce<State, Action> { state, action in
      if case .random(let seed) = action { return state.change(by: seed) }
      return .none
    }
    .loadable(state: \.parts.a, action: .a, policy: policies[0]) { [answer] name, _ in
      try await answer(name)
    }
    .loadable(state: \.parts.b, action: .b, policy: policies[1], child: { EmptyReducer() }) {
      [answer] name, _, report in
      report.value("so far")
      return try await answer(name)
    }
    .ifPresent(\.parts.guest, action: .guest) { guest }
    .forEach(\.parts.rows, action: .rows) { guest }
    .loadable(each: \.parts.values, action: .values, policy: policies[3]) { [answer] key, _ in
      try await answer("\(key)")
    }
    .paged(state: \.parts.list, action: .list, policy: PagingPolicy(load: policies[4])) {
      [page] request, _ in try await page(request)
    }
  }

  private var guest: some Reducer<Guest, GuestAction> {
    EmptyReducer<Guest, GuestAction>()
      .loadable(state: \.text, action: .text, policy: policies[2]) { [answer] name, _ in
        try await answer(name)
      }
  }
}

extension LoadableState where Request == String, Child == String {
  fileprivate mutating func any(_ random: inout SeededGenerator) {
    let request = ["a", "b"].randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: perform(.load(request))
    case 4: perform(.loadIfNeeded(request))
    case 5: perform(.refresh)
    case 6: perform(.retry)
    case 7: perform(.cancel)
    case 8: perform(Bool.random(using: &random) ? .reset : .set("s"))
    default: perform(.invalidate)
    }
  }
}

extension Mixed.State {
  fileprivate mutating func change(by seed: UInt64) -> Effect<Mixed.Action> {
    var random = SeededGenerator(seed)
    for _ in 0..<Int.random(in: 1...3, using: &random) { parts.change(&copies, &random) }
    if Int.random(in: 0..<4, using: &random) == 0 {
      let next = UInt64.random(in: 0..<UInt64.max, using: &random)
      return .send(.random(next)).cancellable(id: 1, overlap: .replace)
    }
    return .none
  }
}

extension Mixed.Parts {
  fileprivate mutating func change(_ copies: inout [Self], _ random: inout SeededGenerator) {
    let key = Int.random(in: 0..<4, using: &random)
    switch Int.random(in: 0..<26, using: &random) {
    case 0...2: a.any(&random)
    case 3...5: b.any(&random)
    case 6, 7: guest?.text.any(&random)
    case 8: guest = guest == nil ? Mixed.Guest(id: key) : nil
    case 9: guest?.id = key
    case 10: values[key].perform(.load)
    case 11: values[key].perform(.refresh)
    case 12: values.remove(key)
    case 13: values[key] = values[(key + 1) % 4]
    case 14: values[key].perform(.cancel)
    case 15: list.perform(.load("x"))
    case 16: list.perform(.next)
    case 17: list.perform(.previous)
    case 18: list.perform(Bool.random(using: &random) ? .refresh : .cancel)
    case 19: copies.append(self)
    case 20, 21:
      if let copy = copies.randomElement(using: &random) { self = copy }
    case 22: swap(&a, &b)
    case 23: a = guest?.text ?? b
    case 24:
      if rows.contains(where: { $0.id == key }) {
        rows.removeAll { $0.id == key }
      } else {
        rows.insert(Mixed.Guest(id: key, text: b), at: 0)
      }
    default:
      for index in rows.indices { rows[index].text.any(&random) }
      rows.shuffle(using: &random)
    }
  }
}

extension CasePath<Mixed.Action, LoadingAction<String, String, Never>> {
  fileprivate static let a = Self(Mixed.Action.a) { if case .a(let x) = $0 { x } else { nil } }
  fileprivate static let b = Self(Mixed.Action.b) { if case .b(let x) = $0 { x } else { nil } }
}
extension CasePath<Mixed.Action, Mixed.GuestAction> {
  fileprivate static let guest = Self(Mixed.Action.guest) {
    if case .guest(let x) = $0 { x } else { nil }
  }
}
extension CasePath<Mixed.Action, (Int, Mixed.GuestAction)> {
  fileprivate static let rows = Self({ Mixed.Action.rows($0.0, $0.1) }) {
    if case .rows(let id, let x) = $0 { (id, x) } else { nil }
  }
}
extension CasePath<Mixed.GuestAction, LoadingAction<String, String, Never>> {
  fileprivate static let text = Self(Mixed.GuestAction.text) {
    if case .text(let x) = $0 { x } else { nil }
  }
}
extension CasePath<Mixed.Action, (Int, LoadingAction<NoRequest, String, Never>)> {
  fileprivate static let values = Self({ Mixed.Action.values($0.0, $0.1) }) {
    if case .values(let key, let x) = $0 { (key, x) } else { nil }
  }
}
extension CasePath<Mixed.Action, PagingAction<String, Int, ChanceRow>> {
  fileprivate static let list = Self(Mixed.Action.list) {
    if case .list(let x) = $0 { x } else { nil }
  }
}

extension Middleware where State == Mixed.State, Action == Mixed.Action {
  /// Drops some of the store's actions, for a second.
  fileprivate static func dropping(_ seed: UInt64, on clock: MarbleClock) -> Self {
    let count = Log<Void>()
    return Middleware { action, _, next in
      count.note(())
      var random = SeededGenerator(seed &+ UInt64(count.entries.count) &* 31)
      let isMine = if case .random = action { true } else { false }
      if !isMine, clock.now.offset < .seconds(1), Int.random(in: 0..<4, using: &random) == 0 {
        return
      }
      next(action)
    }
  }
}
