import LoadableTesting
import ReactiveLoadable

typealias TextCache = LoaderCache<String, String, SampleError>
typealias TextInterest = LoadInterest<String, String, SampleError>
typealias TextState = Loadable<String, SampleError>
typealias TextWork = MarbleCold<String, SampleError>

/// `n` not requested, `l` loading, `A` to `D` loaded, `r` and `q` loading over A and B, `f` failed,
/// `F` failed over A, `L` loading over that, `t` loading again after a failure.
let textStates: [String: TextState] = [
  "n": .notRequested, "l": .loading,
  "A": .loaded("A"), "B": .loaded("B"), "C": .loaded("C"), "D": .loaded("D"),
  "r": .loading(previous: "A"), "q": .loading(previous: "B"),
  "f": .failed(.first), "F": .failed(.first, previous: "A", cause: .refresh),
  "L": .loading(previous: "A", cause: .load),
  "t": .loading(Loading(cause: .retry, lastError: .first)), "1": .loading(Loading(attempt: 1)),
]

extension CachePolicy<String> {
  /// A grace time of 30 ms, which is three characters.
  static func sample(
    count: Int = 1000,
    cost: CacheCost<String>? = nil,
    timeToLive: Duration? = nil,
    grace: Duration = .milliseconds(30),
    afterFailure: RetryPolicy = .constant(.milliseconds(50), limit: .max),
    _ load: LoadPolicy = LoadPolicy()
  ) -> Self {
    Self(
      count: count,
      cost: cost,
      timeToLive: timeToLive,
      grace: grace,
      afterFailure: afterFailure,
      load: load
    )
  }
}

extension Marbles {
  /// A load with the timing of a diagram; `#` is a failure.
  func text(
    _ diagram: String,
    then later: [String] = [],
    _ cancellation: MarbleCancellation = .honored
  ) -> TextWork {
    cold(diagram, failure: SampleError.first, then: later, cancellation: cancellation)
  }

  /// A cache whose loads are diagrams, by key.
  func cache(
    _ work: [String: TextWork],
    _ policy: CachePolicy<String> = .sample()
  ) -> TextCache {
    var policy = policy
    policy.load.clock = clock
    policy.load.isCancellation = { $0 as? SampleError == .second }
    return keep(
      TextCache(policy: policy) { key async throws(SampleError) -> String in
        guard let work = work[key] else { throw .first }
        return try await work(orCancelled: .second)
      }
    )
  }

  /// The states of a row that shows a key, and plays a diagram.
  ///
  /// `s` appears, `x` disappears, `h` and `l` raise and lower the priority, `t` retries, `r`
  /// refreshes.
  func row(_ diagram: String, _ key: String, in cache: TextCache) -> PublishRelay<TextState> {
    let row = keep(TestRow(key, cache))
    hot(diagram) { row.act($0) }
    return row.seen
  }
}

/// A row that shows one key.
final class TestRow {
  let seen = PublishRelay<TextState>()
  private let key: String
  private let cache: TextCache
  private var interest: TextInterest?
  private var subscription: AnyCancellable?

  init(_ key: String, _ cache: TextCache) {
    self.key = key
    self.cache = cache
  }

  func act(_ act: String) {
    switch act {
    case "s": appear()
    case "x": disappear()
    case "h": interest?.priority = .high
    case "l": interest?.priority = .low
    case "t": interest?.retry()
    case "r": interest?.refresh()
    default: preconditionFailure("a row does not know what \(act) is")
    }
  }

  private func appear() {
    let interest = cache.interest(in: key)
    self.interest = interest
    subscription = interest.states.sink { [seen] in seen.accept($0) }
  }

  private func disappear() {
    subscription = nil
    interest?.cancel()
  }
}
