import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// The writes and edits of a store equal those of a mutation with a loader, a cache and a list.
@Suite struct `A mutation in a state behaves like a Mutation (S20)` {
  @Test(arguments: 0..<randomScripts)
  func `its targets have the same values at the same times after the same calls`(seed: UInt64) {
    marbles { m in
      var random = SeededGenerator(seed &* 31)
      let peers = Peers(m, seed, overlap: .random(&random))
      for frame in 1...40 {
        let call = PeerCall.random(&random, frame)
        m.at(.milliseconds(10 * frame + 5 * Int.random(in: 0...1, using: &random))) {
          peers.perform(call)
        }
      }
      for frame in 1...60 { m.at(.milliseconds(10 * frame + 3)) { peers.compare() } }
      m.at(.seconds(3)) {
        peers.compare()
        #expect(peers.one.requests.filter { $0.hasPrefix("w") }.isEmpty == false)
      }
    }
  }
}

enum PeerCall {
  case write(String), cancelWrites, resetWrites
  case loadBadge, refreshBadge, resetBadge, setBadge, cancelBadge
  case loadList, refreshList, resetList, nextPage, cancelList

  static func random(_ random: inout SeededGenerator, _ frame: Int) -> Self {
    if frame < 3 { return frame == 1 ? .loadBadge : .loadList }
    let others: [Self] = [
      .cancelWrites, .resetWrites, .loadBadge, .refreshBadge, .resetBadge, .setBadge, .cancelBadge,
      .loadList, .refreshList, .refreshList, .resetList, .nextPage, .nextPage, .cancelList,
    ]
    if Int.random(in: 0..<3, using: &random) > 0 { return .write("w\(frame)") }
    return others.randomElement(using: &random) ?? .loadBadge
  }
}

/// A store, and a loader and a list with a mutation, each with a server that answers in the same way.
private struct Peers {
  typealias List = PagedLoader<NoRequest, Int, EditedShelf.Row, LoadError>

  let one: RandomServer
  let other: RandomServer
  let store: Store<EditedShelf.State, EditedShelf.Action>
  let badge: Loader<NoRequest, String, LoadError>
  let rows: List
  let write: Mutation<String, String, LoadError>

  init(_ m: Marbles, _ seed: UInt64, overlap: MutationOverlap) {
    let (one, other) = (RandomServer(seed, on: m.clock), RandomServer(seed, on: m.clock))
    (self.one, self.other) = (one, other)
    let policy = MutationPolicy(overlap: overlap, clock: m.clock)
    @Sendable func page(
      _ server: RandomServer,
      _ number: Int
    ) async throws -> Page<Int, EditedShelf.Row> {
      let text = try await server.answer("p\(number)", after: 1...4)
      return Page([EditedShelf.Row(id: number, text: text)], next: number + 1)
    }
    let shelf = EditedShelf(
      policy: policy,
      confirms: true,
      badge: { try await other.answer("b", after: 1...4) },
      detail: { "" },
      page: { try await page(other, $0) },
      write: { try await other.answer($0, after: 1...5) }
    )
    store = m.keep(Store(EditedShelf.State()) { shelf })
    let badge = m.keep(Loader { try await one.answer("b", after: 1...4) })
    let rows = m.keep(List { request in try await page(one, request.cursor ?? 1) })
    (self.badge, self.rows) = (badge, rows)
    write = m.keep(
      Mutation(
        policy: policy,
        editing: [
          .loader(badge, change: { $1 += $0 }, confirm: { $2 += $1 }),
          .list(
            rows,
            change: { input in [.change(1) { $0.text += input }] },
            confirm: { _, output in [.change(1) { $0.text += output }] }
          ),
        ]
      ) { input in
        try await one.answer(input, after: 1...5)
      }
    )
  }

  func perform(_ call: PeerCall) {
    switch call {
    case .write(let input): both(.write(.run(input))) { write.run(input) }
    case .cancelWrites: both(.write(.cancel)) { write.cancel() }
    case .resetWrites: both(.write(.reset)) { write.reset() }
    case .loadBadge: both(.badge(.load)) { badge.load() }
    case .refreshBadge: both(.badge(.refresh)) { badge.refresh() }
    case .resetBadge: both(.badge(.reset)) { badge.reset() }
    case .setBadge: both(.badge(.set("s"))) { badge.set("s") }
    case .cancelBadge: both(.badge(.cancel)) { badge.cancel() }
    case .loadList: both(.rows(.load)) { rows.load() }
    case .refreshList: both(.rows(.refresh)) { rows.refresh() }
    case .resetList: both(.rows(.reset)) { rows.reset() }
    case .nextPage: both(.rows(.next)) { rows.next() }
    case .cancelList: both(.rows(.cancel)) { rows.cancel() }
    }
  }

  private func both(_ action: EditedShelf.Action, _ call: () -> Void) {
    call()
    store.send(action)
  }

  func compare() {
    #expect(store.state.badge.loadable == badge.state)
    #expect(store.state.rows.latest?.map(\.text) == rows.state.latest?.map(\.text))
    #expect(store.state.rows.isLoading == rows.state.isLoading)
    #expect(store.state.write.loadable == write.state)
    #expect(one.requests == other.requests)
    let (own, others) = (store.state.write.history, write.history.value)
    #expect(own.map(\.input) == others.map(\.input) && own.map(\.state) == others.map(\.state))
  }
}

extension MutationOverlap {
  fileprivate static func random(_ random: inout SeededGenerator) -> Self {
    allCases.randomElement(using: &random) ?? .serial
  }
}
