import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Random orders of loads, refreshes, writes, failures, cancels and resets, against the reference.
@Suite struct `Optimistic updates of a state against a reference (S20)` {
  @Test(arguments: 0..<(randomScripts * 4))
  func `after each action all targets show what the reference shows`(seed: UInt64) {
    marbles { m in
      var random = SeededGenerator(seed &* 77)
      let play = TalliesPlay(m, seed)
      for frame in 1...60 {
        let action = TalliesFeature.Action.random(&random, frame)
        m.at(.milliseconds(10 * frame + Int.random(in: 0...9, using: &random))) {
          play.store.send(action)
        }
      }
      m.at(.seconds(2)) {
        #expect(play.broken.entries.prefix(1).isEmpty, "\(play.broken.entries.first ?? "")")
        #expect(play.compared.entries.count > 60)
        #expect(!play.store.state.write.isLoading)
      }
    }
  }
}

/// A badge, values of two keys and a list, which each write edits.
struct TalliesFeature: Reducer {
  struct State: Sendable {
    var badge = LoadableState<NoRequest, Tally>()
    var details = LoadableStates<Int, Tally>()
    var rows = PagedState<NoRequest, Int, TallyRow>()
    var write = MutationState<Int, Bool>()
  }

  enum Action: Sendable {
    case badge(LoadingAction<NoRequest, Tally, Never>)
    case detail(Int, LoadingAction<NoRequest, Tally, Never>)
    case rows(PagingAction<NoRequest, Int, TallyRow>)
    case write(MutationAction<Int, Bool>)
  }

  let load: @Sendable (TallyPlace) async throws -> Tally
  let write: @Sendable (Int) async throws -> Bool

  var body: some Reducer<State, Action> {
    EmptyReducer()
      .loadable(state: \.badge, action: .badge) { _ in try await load(.badge) }
      .loadable(each: \.details, action: .detail) { key, _ in
        try await load(key == 0 ? .even : .odd)
      }
      .paged(state: \.rows, action: .rows) { _, _ in
        Page([TallyRow(tally: try await load(.row))], next: nil)
      }
      .mutation(
        state: \.write,
        action: .write,
        policy: MutationPolicy(overlap: .concurrent),
        editing: [
          .key(\.details, of: { $0 % 2 }) { id, tally in
            tally.add(1, of: id)
          } confirm: { id, _, tally in
            tally.add(10, of: id)
          },
          .list(\.rows) { id in
            [.change(1) { $0.tally.add(1, of: id) }]
          } confirm: { id, _ in
            [.change(1) { $0.tally.add(10, of: id) }]
          },
          .loadable(\.badge) { id, tally in
            tally.add(1, of: id)
          } confirm: { id, _, tally in
            tally.add(10, of: id)
          },
        ]
      ) { id, _ in
        try await write(id)
      }
  }
}

extension TalliesFeature.Action {
  static func random(_ random: inout SeededGenerator, _ frame: Int) -> Self {
    let key = Int.random(in: 0...1, using: &random)
    switch Int.random(in: 0..<22, using: &random) {
    case 0..<8: return .write(.run(frame))
    case 8: return .write(.cancel)
    case 9: return .write(.reset)
    case 10, 11: return .badge(.load)
    case 12: return .badge(.reset)
    case 13: return .badge(.cancel)
    case 14: return .badge(.set(Tally(counts: [-1: 1])))
    case 15, 16: return .detail(key, .load)
    case 17: return .detail(key, .reset)
    case 18: return .detail(key, .cancel)
    case 19: return .rows(.reset)
    case 20: return .rows(.cancel)
    default: return .rows(.load)
    }
  }
}

/// A store and its server, and the reference, which receives the actions of the store.
private struct TalliesPlay {
  let store: Store<TalliesFeature.State, TalliesFeature.Action>
  let broken = Log<String>()
  let compared = Log<Int>()

  init(_ m: Marbles, _ seed: UInt64) {
    let (model, server) = (Log<TalliesReference>(), Log<Int>())
    let (random, clock) = (Log<SeededGenerator>(), m.clock)
    random.note(SeededGenerator(seed))
    model.note(TalliesReference())
    let (broken, compared) = (broken, compared)
    @Sendable func next(_ range: ClosedRange<Int>) -> Int {
      var generator = random.entries.last ?? SeededGenerator(seed)
      defer { random.note(generator) }
      return Int.random(in: range, using: &generator)
    }
    let loads = Log<Int>()
    let feature = TalliesFeature { place in
      let number = loads.entries.count + 1
      loads.note(number)
      model.change { $0.start(number) }
      try await clock.sleep(for: .milliseconds(next(1...30)))
      var tally = Tally(load: number)
      for write in server.entries where place.isEdited(by: write) { tally.add(100, of: write) }
      try await clock.sleep(for: .milliseconds(next(1...30)))
      if next(0...4) == 0 { throw Broken() }
      return tally
    } write: { id in
      try await clock.sleep(for: .milliseconds(next(1...40)))
      let fails = next(0...2) == 0
      if !fails { server.note(id) }
      try await clock.sleep(for: .milliseconds(next(1...40)))
      if fails { throw Broken() }
      return true
    }
    let middleware = Middleware<TalliesFeature.State, TalliesFeature.Action> { action, read, next in
      model.change { $0.perform(action) }
      next(action)
      let expected = model.entries.last ?? TalliesReference()
      for place in TallyPlace.allCases
      where read().value(place)?.counts != expected.value(place)?.counts {
        let texts = [read().value(place), expected.value(place)].map { "\($0?.counts ?? [:])" }
        broken.note("\(action): \(place) shows \(texts[0]), and \(texts[1]) by the contract")
      }
      compared.note(1)
    }
    store = m.keep(Store(TalliesFeature.State(), middleware: [middleware]) { feature })
  }
}

extension Log<TalliesReference> {
  fileprivate func change(_ body: (inout TalliesReference) -> Void) {
    var model = entries.last ?? TalliesReference()
    body(&model)
    note(model)
  }
}

extension TalliesReference {
  fileprivate mutating func perform(_ action: TalliesFeature.Action) {
    switch action {
    case .badge(let action): perform(action, .badge)
    case .detail(let key, let action): perform(action, key == 0 ? .even : .odd)
    case .rows(.finished(let result)):
      if let row = result.child?.items.first { load(row.tally, .row) }
    case .rows(.reset): reset(.row)
    case .rows: break
    case .write(.run(let id)): run(id)
    case .write(.finished(let id, let result)): end(id, isSaved: result.child != nil)
    case .write(.cancel), .write(.reset): cancelWrites()
    case .write: break
    }
  }

  private mutating func perform(
    _ action: LoadingAction<NoRequest, Tally, Never>,
    _ place: TallyPlace
  ) {
    switch action {
    case .finished(let result): if let tally = result.child { load(tally, place) }
    case .set(let tally, _, _): set(tally, place)
    case .reset: reset(place)
    default: break
    }
  }
}

extension TalliesFeature.State {
  func value(_ place: TallyPlace) -> Tally? {
    switch place {
    case .badge: badge.latest
    case .even: details[0].latest
    case .odd: details[1].latest
    case .row: rows.latest?.first?.tally
    }
  }
}

extension CasePath<TalliesFeature.Action, LoadingAction<NoRequest, Tally, Never>> {
  fileprivate static let badge = Self(TalliesFeature.Action.badge) {
    if case .badge(let action) = $0 { action } else { nil }
  }
}

extension CasePath<TalliesFeature.Action, (Int, LoadingAction<NoRequest, Tally, Never>)> {
  fileprivate static let detail = Self(TalliesFeature.Action.detail) {
    if case .detail(let key, let action) = $0 { (key, action) } else { nil }
  }
}

extension CasePath<TalliesFeature.Action, PagingAction<NoRequest, Int, TallyRow>> {
  fileprivate static let rows = Self(TalliesFeature.Action.rows) {
    if case .rows(let action) = $0 { action } else { nil }
  }
}

extension CasePath<TalliesFeature.Action, MutationAction<Int, Bool>> {
  fileprivate static let write = Self(TalliesFeature.Action.write) {
    if case .write(let action) = $0 { action } else { nil }
  }
}
