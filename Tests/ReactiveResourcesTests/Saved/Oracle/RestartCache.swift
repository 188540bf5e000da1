import ReactiveLoadable
import ReactiveResources

/// A process of an app with one saved cache, of which one key at a time is visible.
final class RestartCache: RestartProcess {
  let finish: @Sendable () async -> Void
  private let cache: ValueCache<Int, Int>
  private let witness: RestartWitness
  private var shown: (key: Int, interest: LoadInterest<Int, Int, LoadError>, AnyCancellable)?

  init(_ run: RestartRun, _ witness: RestartWitness, _ store: RestartStore) {
    self.witness = witness
    let saved = SavedValues.numbers(in: store, run.wallClock)
    finish = { await saved.finish() }
    let policy = CachePolicy<Int>(
      grace: .zero,
      afterFailure: .constant(.zero, limit: .max),
      load: run.policy
    )
    cache = LoaderCache(saved: saved, policy: policy) { try await run.number(of: $0) }
  }

  func stopObserving() { hide() }

  func stop() { hide() }

  func firstLoad(of request: Int, _ record: ResourceRecord?) -> any RestartFirstLoad {
    RestartFirstValue(of: request, record, witness) {
      cache.states(of: request).sink(receiveValue: $0)
    }
  }

  func perform(_ act: RestartScript.Act) {
    switch act {
    case .load(let key), .loadIfNeeded(let key): show(key)
    case .refresh: shown?.interest.refresh()
    case .revalidate: shown?.interest.revalidate()
    case .retry: shown?.interest.retry()
    case .cancel:
      hide()
      cache.trim(to: 0)
    case .invalidate: invalidate()
    case .set: set()
    case .edit: if let shown { cache.edit({ $0 += 1 }, for: shown.key) }
    case .reset: remove()
    case .crash, .ofList: break
    }
  }

  private func show(_ key: Int) {
    if shown?.key == key { return }
    hide()
    witness.loads(key)
    let interest = cache.interest(in: key)
    shown = (key, interest, interest.states.sink { [witness] in witness.sees($0) })
  }

  private func hide() {
    shown?.interest.cancel()
    shown = nil
  }

  /// Invalidates the visible key, or the one before, which may not be in memory.
  private func invalidate() {
    let key = shown?.key ?? witness.last ?? 1
    witness.invalidates(key)
    cache.invalidate(key)
  }

  private func set() {
    guard let key = shown?.key else { return }
    let number = SavedNumber(serial: witness.run.nextSerial(), request: key)
    witness.sets(number)
    cache.set(number.value, for: key)
  }

  /// Removes the visible key, or the one before.
  private func remove() {
    guard let key = shown?.key ?? witness.last else { return }
    hide()
    witness.removes(key)
    cache.remove(key)
  }
}
