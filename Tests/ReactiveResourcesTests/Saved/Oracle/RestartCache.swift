import ReactiveLoadable
import ReactiveResources

/// A process of an app with one saved cache, of which one key at a time is visible.
final class RestartCache: RestartProcess {
  let saved: SavedValues<Int, Int>
  private let cache: ValueCache<Int, Int>
  private let witness: RestartWitness
  private var shown: (key: Int, interest: LoadInterest<Int, Int, LoadError>, AnyCancellable)?

  init(
    _ script: RestartScript,
    _ clock: any Clock<Duration>,
    _ witness: RestartWitness,
    _ store: RestartStore
  ) {
    self.witness = witness
    saved = .numbers(in: store, witness)
    let policy = CachePolicy<Int>(
      grace: .zero,
      afterFailure: .constant(.zero, limit: .max),
      load: script.policy(clock)
    )
    cache = LoaderCache(saved: saved, policy: policy) { key in
      try await witness.answer(key, script, clock)
    }
  }

  func stopObserving() { hide() }

  func stop() { hide() }

  func load(
    _ request: Int,
    _ body: @escaping @Sendable (LoadState<Int>) -> Void
  ) -> AnyCancellable {
    cache.states(of: request).sink(receiveValue: body)
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
    case .invalidate: if let shown { cache.invalidate(shown.key) }
    case .set: set()
    case .edit: if let shown { cache.edit({ $0 += 1 }, for: shown.key) }
    case .reset: remove()
    case .crash: break
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

  private func set() {
    guard let key = shown?.key else { return }
    let number = SavedNumber(serial: witness.nextSerial(), request: key)
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
