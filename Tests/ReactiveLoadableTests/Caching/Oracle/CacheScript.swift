import ReactiveLoadable

/// How a cache behaves, in numbers.
struct CacheRules {
  var grace = Duration.zero
  /// How long a value is fresh; `nil` for ever.
  var freshness: Duration?
  var timeToLive: Duration?
  var previous = LoadPolicy.Previous.ofSameRequest
  var retries = 0
  var retryDelay = Duration.milliseconds(10)
  var restsFor: [Duration?] = []
  var limit = 1
  var count = 1000
  var isNewestFirst = false

  /// How long a failure rests; `nil` for ever.
  func rest(after failures: Int) -> Duration? { restsFor[min(failures, restsFor.count) - 1] }
}

/// What people do to a cache, and how its server behaves, by chance that comes again.
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
    /// Room for none, or for all again.
    case limitCount(Int)
    case limitTime(Duration?)
  }

  /// How a call of the load function goes.
  struct Call: Sendable {
    let time: Duration
    let isDeaf: Bool
    let kind: Int
  }

  enum Result: Sendable { case text(String), failure, cancelled }

  static let keys = ["a", "b", "c", "d"]
  static let rows = 6
  let rules: CacheRules
  let acts: [(time: Duration, act: Act)]
  private let calls: [Call]

  init(seed: Int) {
    var chance = Seeded(UInt64(seed))
    let rules = CacheRules(&chance)
    self.rules = rules
    let frames = (0..<36).map { _ in Int.random(in: 0...40, using: &chance) }.sorted()
    // No two acts at the same moment, so that no order of theirs is open.
    acts = frames.enumerated().map {
      (.milliseconds(10) * $1 + .microseconds(10) * $0, .any(&chance))
    }
    calls = (0..<60).map { _ in Call(&chance, isSudden: rules.retries == 0) }
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
  // No two calls take the same time. A sudden one takes none; two of them that fail at the same
  // moment would be tried again at the same moment, in any order.
  fileprivate init(_ chance: inout Seeded, isSudden: Bool) {
    let frames = Int.random(in: isSudden ? 0...5 : 1...5, using: &chance)
    let rest = Duration(
      secondsComponent: 0,
      attosecondsComponent: .random(in: 1...9_999_999_999_999_999, using: &chance)
    )
    time = frames == 0 ? .zero : .milliseconds(10) * (frames - 1) + rest
    isDeaf = .random(using: &chance)
    kind = .random(in: 0..<12, using: &chance)
  }
}

extension CacheRules {
  fileprivate init(_ chance: inout Seeded) {
    // The uneven ones end when nothing else does.
    grace = [.zero, .microseconds(30_001)].randomElement(using: &chance) ?? .zero
    freshness = [nil, nil, .zero, .milliseconds(60)].randomElement(using: &chance) ?? nil
    timeToLive = [nil, nil, .milliseconds(80)].randomElement(using: &chance) ?? nil
    previous = [.ofSameRequest, .always, .never].randomElement(using: &chance) ?? .always
    retries = .random(in: 0...1, using: &chance)
    restsFor =
      [
        [.milliseconds(50)], [nil], [.zero, nil],
        [.milliseconds(20), .milliseconds(40), .milliseconds(80)],
      ].randomElement(using: &chance) ?? [nil]
    limit = .random(in: 1...3, using: &chance)
    isNewestFirst = .random(using: &chance)
  }

  func policy(_ clock: any Clock<Duration>, _ queue: LoadQueue) -> CachePolicy<String> {
    CachePolicy(
      timeToLive: timeToLive,
      grace: grace,
      afterFailure: RetryPolicy(limit: restLimit) { self.rest(after: $0) ?? .zero },
      loading: LoadPolicy(
        previous: previous,
        freshness: freshness.map { $0 == .zero ? .never : .lasting($0) } ?? .forever,
        retry: .constant(retryDelay, limit: retries),
        queue: queue,
        clock: clock,
        isCancellation: { $0 as? SampleError == .second }
      )
    )
  }

  private var restLimit: Int { restsFor.firstIndex { $0 == nil } ?? .max }

  var queue: LoadQueue {
    LoadQueue(limit: limit, order: isNewestFirst ? .newestFirst : .oldestFirst)
  }
}

extension CacheScript.Act {
  fileprivate static func any(_ chance: inout Seeded) -> Self {
    let key = CacheScript.keys.randomElement(using: &chance) ?? "a"
    let row = Int.random(in: 0..<CacheScript.rows, using: &chance)
    let priority = LoadPriority.allCases.randomElement(using: &chance) ?? .normal
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
      .limitQueue(.random(in: 1...3, using: &chance)),
      .limitCount(.random(using: &chance) ? 0 : 1000),
      .limitTime([nil, .milliseconds(20), .milliseconds(80)].randomElement(using: &chance) ?? nil),
    ]
    return acts.randomElement(using: &chance) ?? .trim
  }
}
