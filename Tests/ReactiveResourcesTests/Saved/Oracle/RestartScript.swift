import ReactiveLoadable
import TestSupport

/// Random calls of a saved loader, cache or list in several processes, one after the other, and the
/// times of its server and its store, by a seed.
struct RestartScript: Sendable {
  enum Subject: Sendable, CaseIterable { case loader, cache, list }

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
    case ofList(ListAct)
    /// The process ends without notice, and another one starts.
    case crash
  }

  /// A call that only a list has; a row is a random number.
  enum ListAct: Sendable {
    case next
    case previous
    case visible(row: Int)
    case refreshAllPages
    case clear
    case edit(row: Int, ofRequest: Int)
    case remove(row: Int)
    case insert(row: Int)
  }

  /// The behavior of a call of the server or of the store.
  struct Call: Sendable {
    let time: Duration
    let fails: Bool
  }

  static let steps = 50
  static let requests = 1...3
  let subject: Subject
  /// The freshness of the values: short, longer than all processes, or forever.
  let freshness: Freshness
  /// The number of pages of each list that are saved.
  let pages: Int
  /// True if the lists of all keys stay in memory.
  let cachesLists: Bool
  let acts: [(time: Duration, act: Act)]
  private let lifetime: Duration?
  private let calls: [Call]

  init(seed: Int, _ subject: Subject) {
    var random = SeededGenerator(UInt64(seed))
    self.subject = subject
    lifetime = seed.isMultiple(of: 2) ? nil : .milliseconds(seed % 4 == 1 ? 300 : 2700)
    freshness = lifetime.map { .lasting($0) } ?? .forever
    pages = 1 + seed / 2 % 3
    cachesLists = seed / 6 % 2 == 0
    let frames = (0..<Self.steps).map { _ in Int.random(in: 0...100, using: &random) }.sorted()
    // Each step has a different time, so that no order of steps is open.
    acts = frames.enumerated().map {
      (.milliseconds(10) * $1 + .microseconds(10) * $0, .any(subject, &random))
    }
    calls = (0..<97).map { _ in Call(&random) }
  }

  /// Returns whether a value of an age is the result of a load that needs it.
  func isYoung(_ seconds: Double) -> Bool { lifetime.map { .seconds(seconds) < $0 } ?? false }

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
  fileprivate static func any(
    _ subject: RestartScript.Subject,
    _ random: inout SeededGenerator
  ) -> Self {
    let request = Int.random(in: RestartScript.requests, using: &random)
    let all: [Self] = [
      .loadIfNeeded(request), .loadIfNeeded(request), .loadIfNeeded(request), .load(request),
      .load(request), .refresh, .refresh, .revalidate, .retry, .cancel, .invalidate, .reset, .crash,
    ]
    let acts =
      subject == .list
      ? all + ofList(request, &random).map(Self.ofList) : all + [.set, .edit, .edit]
    return acts.randomElement(using: &random) ?? .cancel
  }

  private static func ofList(
    _ request: Int,
    _ random: inout SeededGenerator
  ) -> [RestartScript.ListAct] {
    let row = Int.random(in: 0..<8, using: &random)
    return [
      .next, .next, .next, .previous, .visible(row: row), .refreshAllPages, .refreshAllPages,
      .clear, .edit(row: row, ofRequest: request), .edit(row: row, ofRequest: request),
      .remove(row: row), .insert(row: row),
    ]
  }
}
