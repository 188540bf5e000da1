import Foundation
import ReactiveLoadable
import ReactiveResources

/// A process of an app with one saved list of several keys.
final class RestartList: RestartProcess {
  let finish: @Sendable () async -> Void
  private let run: RestartRun
  private let rows: PagedLoader<Int, Int, SavedRow, LoadError>
  private let witness: RestartListWitness
  private var states: AnyCancellable?

  init(_ run: RestartRun, _ witness: RestartListWitness, _ store: RestartStore) {
    self.run = run
    self.witness = witness
    let saved = SavedValues.lists(in: store, run)
    finish = { await saved.finish() }
    let policy = PagingPolicy(
      load: run.policy,
      prefetchDistance: 2,
      cachedLists: run.script.cachesLists ? RestartScript.requests.count : 0
    )
    rows = PagedLoader(saved: saved, policy: policy) {
      (request: PageRequest<Int, Int>) async throws -> SavedPage in
      let isOfList = witness.isLoadingList
      let serial = try await run.call { witness.calls(request, serial: $0) }
      if isOfList { witness.receivesPage(of: request.key, serial) }
      let page = request.cursor.map { SavedCursor($0).page } ?? 0
      return SavedPage(of: request.key, page, serial: serial)
    }
    states = rows.states.sink { witness.sees($0) }
  }

  func stopObserving() { states = nil }

  func stop() { rows.cancel() }

  func firstLoad(of request: Int, _ record: ResourceRecord?) -> any RestartFirstLoad {
    RestartFirstList(of: request, record, witness) { receive in
      let states = rows.states.sink(receiveValue: receive)
      witness.loads(request)
      rows.loadIfNeeded(request)
      return states
    }
  }

  func perform(_ act: RestartScript.Act) {
    switch act {
    case .load(let key):
      witness.loads(key)
      rows.load(key)
    case .loadIfNeeded(let key):
      witness.loads(key)
      rows.loadIfNeeded(key)
    case .refresh: rows.refresh()
    case .revalidate: rows.revalidate()
    case .retry: rows.retry()
    case .cancel:
      witness.cancels()
      rows.cancel()
    case .invalidate:
      witness.invalidates()
      rows.invalidate()
    case .reset:
      witness.resets()
      rows.reset()
    case .ofList(let act): perform(act)
    case .set, .edit, .crash: break
    }
  }

  private func perform(_ act: RestartScript.ListAct) {
    switch act {
    case .next: rows.next()
    case .previous: rows.previous()
    case .visible(let row): rows.visible(at: row)
    case .refreshAllPages: rows.refreshAllPages()
    case .clear:
      witness.cancels()
      rows.clear()
    case .edit(let number, let key):
      guard let row = witness.row(number, of: key) else { return }
      witness.edits(row)
      rows.edit(row.id) { $0.edits += 1 }
    case .remove(let number):
      guard let row = witness.removableRow(number) else { return }
      rows.remove(row.id)
    case .insert(let number):
      guard let list = rows.state.latest, !list.isEmpty else { return }
      let serial = run.nextSerial()
      let new = SavedRow(id: 1_000_000 + serial, key: list.key, serial: serial, page: nil)
      let other = list[number % list.count].id
      let positions: [ListEdit<SavedRow>.Position] = [.start, .end, .before(other), .after(other)]
      rows.insert(new, at: positions[number % 4])
    }
  }
}
