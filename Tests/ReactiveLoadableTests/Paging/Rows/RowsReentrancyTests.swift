import ReactiveLoadable
import Testing

/// A list, its rows, and a table of them, with observers that do something at random.
// SAFETY: it is used by one thread only.
private final class Unrest: @unchecked Sendable {
  let loader: RowLoader
  var rows: PagedRows<String, Row, SampleError>?
  /// What a table shows that makes the changes that it is told of.
  private(set) var shown: [Row] = []
  private(set) var faults: [String] = []
  private var chance: Seeded
  private var times = 30
  private var subscriptions: [AnyCancellable] = []

  init(_ seed: Int) {
    chance = Seeded(UInt64(seed))
    let policy = PagingPolicy(
      prefetchDistance: 2,
      window: seed.isMultiple(of: 3) ? 4 : nil,
      recentLists: seed % 2
    )
    loader = Shelf(size: 3, reach: 60).loader(policy)
    // One that comes before the rows, so that the loader is ahead of them when it acts.
    subscriptions.append(loader.states.sink { [weak self] _ in self?.act() })
    let rows = loader.rows { $0 }
    self.rows = rows
    subscriptions.append(rows.states.sink { [weak self] _ in self?.act() })
    subscriptions.append(rows.states.withChanges().sink { [weak self] in self?.draw($0) })
  }

  func disturb() {
    // Of its own, because what this does may come back to here.
    var fork = Seeded(chance.next())
    ReactiveLoadableTests.disturb(loader, &fork)
  }

  private func draw(_ update: ListUpdate<String, Row, SampleError>) {
    let new = update.list.map(Array.init) ?? []
    shown = applied(update.changes, to: shown, of: new)
    if shown != new { faults.append("\(update)") }
    act()
  }

  private func act() {
    guard times > 0 else { return }
    times -= 1
    disturb()
    if let row = rows?.state.latest?.randomElement(using: &chance) { rows?.visible(row.id) }
  }
}

@Suite struct `Observers of rows that do something within their call (Q2, Q3, Q5)` {
  @Test func `rows are those of the list, changes lead to them, and nothing is stuck`() {
    for seed in 0..<200 {
      let unrest = Unrest(seed)
      for step in 0..<20 {
        unrest.disturb()
        check(unrest, "seed \(seed), step \(step)")
      }
    }
  }

  private func check(_ unrest: Unrest, _ place: String) {
    guard let list = unrest.loader.state.latest, let rows = unrest.rows else { return }
    #expect(unrest.faults == [], "\(place)")
    #expect(rows.state == unrest.loader.state, "\(place)")
    #expect(unrest.shown == Array(list), "\(place)")
    rows.visible(at: list.count - 1)
    guard let after = rows.state.value, case .idle = after.append, !list.isEmpty else { return }
    #expect(after.last?.id != list.last?.id, "\(place): \(after)")
  }
}
