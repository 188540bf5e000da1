import LoadableTesting
import ReactiveLoadable

/// A script that runs on a cache and on its model.
final class CachePlay {
  private let cache: TextCache
  private let queue: LoadQueue
  private let witness: CacheWitness
  private var rows: [Int: PlayedRow] = [:]
  private var prefetches: [Int: (handle: AnyCancellable, number: Int)] = [:]
  private var lastInterest = 0

  init(_ script: CacheScript, _ clock: any Clock<Duration>, _ witness: CacheWitness) {
    queue = script.rules.queue
    self.witness = witness
    cache = script.cache(clock, queue, witness)
  }

  func perform(_ number: Int, _ act: CacheScript.Act) {
    witness.catchUp()
    compare("before \(number) \(act)")
    witness.trace("\(number) \(act)")
    perform(act)
    compare("after \(number) \(act)")
  }

  /// Ends all interests.
  func leave() {
    for row in rows.keys.sorted() { perform(row, .drop(row: row)) }
    for number in prefetches.keys.sorted() { perform(number, .dropPrefetch(number)) }
  }

  /// Checks the end of a script, when nothing is running.
  func conclude() {
    witness.catchUp()
    compare("in the end")
    if cache.statistics.activeKeys != 0 { witness.fail("an unexpected call is pending at the end") }
    if queue.count != (0, 0) { witness.fail("the queue is not empty at the end") }
  }
}

/// A row that shows a key, until it is cancelled.
private struct PlayedRow {
  let number: Int
  let interest: TextInterest
  let seen: BehaviorRelay<TextState?>
  var subscription: AnyCancellable?
  var isCancelled = false
}

// MARK: Steps

extension CachePlay {
  private func perform(_ act: CacheScript.Act) {
    switch act {
    case .take(let row, let key, let priority): take(row, key, priority)
    case .cancel(let row): cancel(row)
    case .drop(let row): drop(row)
    case .change(let row, let priority):
      withRow(row) {
        $0.priority = priority
      } model: {
        $0.change($1, to: priority)
      }
    case .retry(let row):
      withRow(row) {
        $0.retry()
      } model: {
        $0.retry($1)
      }
    case .refresh(let row):
      withRow(row) {
        $0.refresh()
      } model: {
        $0.refresh($1)
      }
    case .prefetch(let number, let key, let priority): prefetch(number, key, priority)
    case .dropPrefetch(let number): dropPrefetch(number)
    case .read(let key): read(key)
    case .state(let key):
      same(
        "state",
        witness.perform {
          cache.state(for: key)
        } model: {
          $0.state(of: key)
        }
      )
    case .refreshKey, .set, .invalidate, .invalidateAll, .remove, .removeAll, .trim: write(act)
    case .limitQueue, .limitCount, .limitTime: limit(act)
    }
  }

  private func limit(_ act: CacheScript.Act) {
    switch act {
    case .limitQueue(let limit):
      both { _ in
        queue.limit = limit
      } model: {
        $0.limitQueue(to: limit)
      }
    case .limitCount(let count):
      both {
        $0.limits.count = count
      } model: {
        $0.limitCount(to: count)
      }
    case .limitTime(let time):
      both {
        $0.limits.timeToLive = time
      } model: {
        $0.limitTime(to: time)
      }
    default: break
    }
  }

  private func write(_ act: CacheScript.Act) {
    let keys = CacheScript.keys
    switch act {
    case .refreshKey(let key):
      both {
        $0.refresh(key)
      } model: {
        $0.refresh(key: key)
      }
    case .set(let key): set(key)
    case .invalidate(let key):
      both {
        $0.invalidate(key)
      } model: {
        $0.invalidate(key)
      }
    case .invalidateAll:
      both {
        $0.invalidateAll()
      } model: { model in
        for key in keys { model.invalidate(key) }
      }
    case .remove(let key):
      both {
        $0.remove(key)
      } model: {
        $0.remove(key)
      }
    case .removeAll:
      both {
        $0.removeAll()
      } model: { model in
        for key in keys { model.remove(key) }
      }
    case .trim:
      both {
        $0.trim(to: 0)
      } model: {
        $0.trimAll()
      }
    case .take, .cancel, .drop, .change, .retry, .refresh, .prefetch, .dropPrefetch, .read, .state,
      .limitQueue, .limitCount, .limitTime:
      break
    }
  }

  private func both(_ real: (TextCache) -> Void, model: (inout CacheReference) -> Void) {
    _ = witness.perform {
      real(cache)
    } model: {
      model(&$0)
    }
  }

  private func withRow(
    _ row: Int,
    _ real: (TextInterest) -> Void,
    model: (inout CacheReference, Int) -> Void
  ) {
    guard let row = rows[row] else { return }
    _ = witness.perform {
      real(row.interest)
    } model: {
      model(&$0, row.number)
    }
  }

  private func take(_ row: Int, _ key: String, _ priority: LoadPriority) {
    drop(row)
    lastInterest += 1
    let number = lastInterest
    let (interest, isHit) = witness.perform {
      cache.interest(in: key, at: priority)
    } model: {
      $0.take(number, key, at: priority)
    }
    same("hit", (interest.isHit, isHit))
    let seen = BehaviorRelay<TextState?>(nil)
    let subscription = interest.states.sink { seen.accept($0) }
    rows[row] = PlayedRow(
      number: number,
      interest: interest,
      seen: seen,
      subscription: subscription
    )
  }

  private func cancel(_ row: Int) {
    withRow(row) {
      $0.cancel()
    } model: {
      $0.leave($1)
    }
    rows[row]?.isCancelled = true
    rows[row]?.subscription = nil
  }

  private func drop(_ row: Int) {
    guard let number = rows[row]?.number else { return }
    rows[row]?.subscription = nil
    both { _ in
      rows[row] = nil
    } model: {
      $0.leave(number)
    }
  }

  private func prefetch(_ place: Int, _ key: String, _ priority: LoadPriority) {
    dropPrefetch(place)
    lastInterest += 1
    let number = lastInterest
    both { cache in
      prefetches[place] = (cache.prefetch([key], at: priority), number)
    } model: {
      $0.prefetch(number, key, at: priority)
    }
  }

  private func dropPrefetch(_ place: Int) {
    guard let number = prefetches[place]?.number else { return }
    both { _ in
      prefetches[place] = nil
    } model: {
      $0.leave(number)
    }
  }

  private func set(_ key: String) {
    lastInterest += 1
    let text = "\(key)w\(lastInterest)"
    both {
      $0.set(text, for: key)
    } model: {
      $0.set(text, for: key)
    }
  }

  private func read(_ key: String) {
    same(
      "value",
      witness.perform {
        cache.value(for: key)
      } model: {
        $0.read(key)
      }
    )
  }
}

// MARK: Comparing

extension CachePlay {
  private func same<R: Equatable>(_ what: String, _ results: (real: R, model: R)) {
    if results.real != results.model {
      witness.fail("\(what): \(results.real), the model says \(results.model)")
    }
  }

  private func compare(_ moment: String) {
    let model = witness.model
    for row in rows.values where !row.isCancelled {
      let state = model.entries.first { $0.interests[row.number] != nil }?.state
      same("\(moment), \(row.interest.key)", (row.interest.state, state))
      same("\(moment), seen of \(row.interest.key)", (row.seen.value, state))
    }
    same(moment, (cache.statistics.counts, model.statistics))
  }
}

extension CacheStatistics {
  fileprivate var counts: CacheReference.Counts {
    CacheReference.Counts(
      hits: hits,
      joins: joins,
      loads: loads,
      cancelledLoads: cancelledLoads,
      failures: failures,
      failureHits: failureHits,
      evictions: evictions,
      expirations: expirations,
      count: count,
      activeKeys: activeKeys
    )
  }
}
