import LoadableTesting
import ReactiveLoadable
import Testing

/// A list, its rows, and a table of them, with observers that do something at random.
// SAFETY: it is used inside a marble run only, which runs everything on its one thread, also the
// tasks in which lists of more than sixteen pages continue.
private final class Unrest: @unchecked Sendable {
  let broken = PublishRelay<String>()
  let loader: RowLoader
  var rows: PagedRows<String, Row, SampleError>?
  /// The rows of a table that applies the published changes.
  private(set) var shown: [Row] = []
  private(set) var faults: [String] = []
  private var random: SeededGenerator
  private var times = 30
  private var subscriptions: [AnyCancellable] = []

  init(_ seed: Int) {
    random = SeededGenerator(UInt64(seed))
    let policy = PagingPolicy(
      prefetchDistance: 2,
      window: seed.isMultiple(of: 3) ? 4 : nil,
      cachedLists: seed % 2
    )
    loader = RowSource(size: 3, reach: 60).loader(policy)
    // One that precedes the rows, so that the loader is ahead of them when it acts.
    subscriptions.append(loader.states.sink { [weak self] _ in self?.act() })
    let rows = loader.rows { $0 }
    self.rows = rows
    subscriptions.append(rows.states.sink { [weak self] _ in self?.act() })
    subscriptions.append(rows.states.withChanges().sink { [weak self] in self?.draw($0) })
  }

  func disturb() {
    // A separate generator, because this closure is re-entrant.
    var fork = SeededGenerator(random.next())
    changeRandomly(loader, &fork)
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
    if let row = rows?.state.latest?.randomElement(using: &random) { rows?.visible(row.id) }
  }
}

@Suite struct `Re-entrant observers of rows (Q2, Q3, Q5)` {
  @Test func `rows equal the list, changes lead to them, and no load hangs`() {
    for seed in 0..<200 {
      marbles { m in
        let unrest = m.keep(Unrest(seed))
        for step in 0..<20 {
          m.at(.milliseconds(10) * step) {
            unrest.disturb()
            unrest.check("seed \(seed), step \(step)")
          }
        }
        m.expect(unrest.broken, "")
      }
    }
  }
}

extension Unrest {
  func check(_ place: String) {
    guard let list = loader.state.latest, let rows else { return }
    if !faults.isEmpty { broken.accept("\(place): \(faults)") }
    if rows.state != loader.state { broken.accept("\(place): \(rows.state) of \(loader.state)") }
    if shown != Array(list) { broken.accept("\(place): the table is not the list") }
    rows.visible(at: list.count - 1)
    guard let after = rows.state.value, case .idle = after.append, !list.isEmpty else { return }
    if after.last?.id == list.last?.id { broken.accept("\(place): no page is requested") }
  }
}
