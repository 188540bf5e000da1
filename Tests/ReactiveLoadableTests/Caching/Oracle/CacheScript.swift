import ReactiveLoadable

/// The configuration of a cache, in numbers.
struct CacheRules {
  var grace = Duration.zero
  /// The time for which a value is fresh; `nil` for always.
  var freshness: Duration?
  var timeToLive: Duration?
  var previous = LoadPolicy.Previous.ofSameRequest
  var retries = 0
  var retryDelay = Duration.milliseconds(10)
  var backoff: [Duration?] = []
  var limit = 1
  var count = 1000
  var isNewestFirst = false

  /// The delay after consecutive failures; `nil` for no retry.
  func rest(after failures: Int) -> Duration? { backoff[min(failures, backoff.count) - 1] }
}

/// Random calls of a cache, and the responses of its server, reproducible by a seed.
struct CacheScript: Sendable {
  enum Act: Sendable {
    case take(row: Int, String, LoadPriority)
    case cancel(row: Int)
    case drop(row: Int)
    case change(row: Int, LoadPriority)
    case retry(row: Int)
    case refresh(row: Int)
    case refreshKey(String)
    case set(String)
    case invalidate(String)
    case invalidateAll
    case remove(String)
    case removeAll
    case trim
    case prefetch(Int, String, LoadPriority)
    case dropPrefetch(Int)
    case read(String)
    case state(String)
    case limitQueue(Int)
    /// Sets the limit to zero, or removes it.
    case limitCount(Int)
    case limitTime(Duration?)
  }

  /// The behavior of a call of the load function.
  struct Call: Sendable {
    let time: Duration
    let ignoresCancellation: Bool
    let kind: Int
  }

  enum Result: Sendable { case text(String), failure, cancelled }

  static let keys = ["a", "b", "c", "d"]
  static let rows = 6
  let rules: CacheRules
  let acts: [(time: Duration, act: Act)]
  private let calls: [Call]

  init(seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let rules = CacheRules(&random)
    self.rules = rules
    let frames = (0..<36).map { _ in Int.random(in: 0...40, using: &random) }.sorted()
    // Each step has a different time, so that no order of steps is open.
    acts = frames.enumerated().map {
      (.milliseconds(10) * $1 + .microseconds(10) * $0, .any(&random))
    }
    calls = (0..<60).map { _ in Call(&random, isSudden: rules.retries == 0) }
  }

  func call(_ number: Int) -> Call { calls[number % calls.count] }

  func result(_ number: Int, _ key: String) -> Result {
    switch call(number).kind {
    case 0...2: .failure
    case 3: .cancelled
    default: .text("\(key)\(number)")
    }
  }
}

extension CacheScript.Call {
  // Each call has a different duration. A synchronous one takes no time; two that fail at the same
  // time would retry at the same time, in any order.
  fileprivate init(_ random: inout SeededGenerator, isSudden: Bool) {
    let frames = Int.random(in: isSudden ? 0...5 : 1...5, using: &random)
    let rest = Duration(
      secondsComponent: 0,
      attosecondsComponent: .random(in: 1...9_999_999_999_999_999, using: &random)
    )
    time = frames == 0 ? .zero : .milliseconds(10) * (frames - 1) + rest
    ignoresCancellation = .random(using: &random)
    kind = .random(in: 0..<12, using: &random)
  }
}

extension CacheRules {
  fileprivate init(_ random: inout SeededGenerator) {
    // These odd times end when nothing else does.
    grace = [.zero, .microseconds(30_001)].randomElement(using: &random) ?? .zero
    freshness = [nil, nil, .zero, .milliseconds(60)].randomElement(using: &random) ?? nil
    timeToLive = [nil, nil, .milliseconds(80)].randomElement(using: &random) ?? nil
    previous = [.ofSameRequest, .always, .never].randomElement(using: &random) ?? .always
    retries = .random(in: 0...1, using: &random)
    backoff =
      [
        [.milliseconds(50)], [nil], [.zero, nil],
        [.milliseconds(20), .milliseconds(40), .milliseconds(80)],
      ].randomElement(using: &random) ?? [nil]
    limit = .random(in: 1...3, using: &random)
    isNewestFirst = .random(using: &random)
  }

  func policy(_ clock: any Clock<Duration>, _ queue: LoadQueue) -> CachePolicy<String> {
    CachePolicy(
      timeToLive: timeToLive,
      grace: grace,
      afterFailure: RetryPolicy(limit: backoffLimit) { retry, _ in
        self.rest(after: retry) ?? .zero
      },
      load: LoadPolicy(
        previous: previous,
        freshness: freshness.map { $0 == .zero ? .never : .lasting($0) } ?? .forever,
        retry: .constant(retryDelay, limit: retries),
        queue: queue,
        clock: clock,
        isCancellation: { $0 as? SampleError == .second }
      )
    )
  }

  private var backoffLimit: Int { backoff.firstIndex { $0 == nil } ?? .max }

  var queue: LoadQueue {
    LoadQueue(limit: limit, order: isNewestFirst ? .newestFirst : .oldestFirst)
  }
}

extension CacheScript.Act {
  fileprivate static func any(_ random: inout SeededGenerator) -> Self {
    let key = CacheScript.keys.randomElement(using: &random) ?? "a"
    let row = Int.random(in: 0..<CacheScript.rows, using: &random)
    let priority = LoadPriority.allCases.randomElement(using: &random) ?? .normal
    let acts: [Self] = [
      .take(row: row, key, priority), .take(row: row, key, priority),
      .take(row: row, key, priority),
      .take(row: row, key, priority), .take(row: row, key, priority),
      .take(row: row, key, priority),
      .cancel(row: row), .cancel(row: row), .drop(row: row), .drop(row: row), .drop(row: row),
      .change(row: row, priority), .change(row: row, priority), .retry(row: row),
      .retry(row: row), .refresh(row: row), .refreshKey(key), .set(key), .invalidate(key),
      .invalidate(key), .invalidateAll, .remove(key), .remove(key), .removeAll, .trim,
      .prefetch(row % 2, key, priority), .prefetch(row % 2, key, priority), .dropPrefetch(row % 2),
      .read(key), .read(key), .state(key),
      .limitQueue(.random(in: 1...3, using: &random)),
      .limitCount(.random(using: &random) ? 0 : 1000),
      .limitTime([nil, .milliseconds(20), .milliseconds(80)].randomElement(using: &random) ?? nil),
    ]
    return acts.randomElement(using: &random) ?? .trim
  }
}
