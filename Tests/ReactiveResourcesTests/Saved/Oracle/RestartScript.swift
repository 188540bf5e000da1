import TestSupport

/// Random calls of a saved loader or cache in several processes, one after the other, and the times of its
/// server and its store, by a seed.
struct RestartScript: Sendable {
  enum Act: Sendable {
    case load(Int)
    case loadIfNeeded(Int)
    case refresh
    case revalidate
    case retry
    case cancel
    case invalidate
    case set
    case edit
    case reset
    /// The process ends without notice, and another one starts.
    case crash
  }

  /// The behavior of a call of the server or of the store.
  struct Call: Sendable {
    let time: Duration
    let fails: Bool
  }

  static let steps = 50
  static let requests = 1...3
  /// The freshness of the values of scripts with an odd seed; the others are fresh forever.
  static let freshness = Duration.milliseconds(300)

  let isTimed: Bool
  let acts: [(time: Duration, act: Act)]
  private let calls: [Call]

  init(seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    isTimed = seed.isMultiple(of: 2) == false
    let frames = (0..<Self.steps).map { _ in Int.random(in: 0...100, using: &random) }.sorted()
    // Each step has a different time, so that no order of steps is open.
    acts = frames.enumerated().map {
      (.milliseconds(10) * $1 + .microseconds(10) * $0, .any(&random))
    }
    calls = (0..<97).map { _ in Call(&random) }
  }

  /// Returns the behavior of a call, counted for each kind of calls; the kinds have numbers, too.
  func call(_ number: Int, of kind: Int) -> Call {
    calls[(number * 7 + kind * 31) % calls.count]
  }
}

extension RestartScript.Call {
  // Each call has a different duration, so that no two end at the same time.
  fileprivate init(_ random: inout SeededGenerator) {
    let rest = Duration(
      secondsComponent: 0,
      attosecondsComponent: .random(in: 1...9_999_999_999_999_999, using: &random)
    )
    time = .milliseconds(10) * Int.random(in: 0...4, using: &random) + rest
    fails = Int.random(in: 0..<4, using: &random) == 0
  }
}

extension RestartScript.Act {
  fileprivate static func any(_ random: inout SeededGenerator) -> Self {
    let request = Int.random(in: RestartScript.requests, using: &random)
    let acts: [Self] = [
      .loadIfNeeded(request), .loadIfNeeded(request), .loadIfNeeded(request), .load(request),
      .load(request), .refresh, .refresh, .revalidate, .retry, .cancel, .invalidate, .set, .edit,
      .edit, .reset, .crash,
    ]
    return acts.randomElement(using: &random) ?? .cancel
  }
}
