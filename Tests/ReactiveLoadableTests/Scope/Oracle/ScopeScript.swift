import ReactiveLoadable
import TestSupport

/// The members of the scope in the scripts.
enum Member: Int, CaseIterable, Sendable {
  /// Fresh forever, edited by a mutation, at `a`.
  case edited
  /// Fresh for 50 ms, at `b`.
  case aging
  /// Without a tag.
  case untagged
  /// The list of key 7, at `a`.
  case list
  /// Keys of a cache at `a`.
  case key7, key8

  var key: Int? {
    switch self {
    case .key7: 7
    case .key8: 8
    case .edited, .aging, .untagged, .list: nil
    }
  }

  var freshness: Duration? {
    switch self {
    case .aging, .list, .key7, .key8: .milliseconds(50)
    case .edited, .untagged: nil
    }
  }

  var retries: Int { self == .edited ? 0 : 1 }
}

/// Random calls of an app with many loaders, and the answers of its server, by a seed.
struct ScopeScript: Sendable {
  enum Tag: CaseIterable, Sendable { case a, a7, a8, b, all, unknown }

  enum Act: Sendable {
    case loadIfNeeded(Member)
    case refresh(Member)
    case cancel(Member)
    case invalidate(Member)
    /// Begins the use of a member, or ends it.
    case use(Member)
    case revalidate(Tag)
    case cameToFront
    case isOnlineAgain
    /// A write that makes `b` and one key stale.
    case write(key: Int)
    /// A write that edits a loader and makes `a` stale.
    case edit
    case signOut
  }

  /// The behavior of a call of a load function, or of a write.
  struct Call: Sendable {
    let time: Duration
    let fails: Bool
  }

  static let steps = 60
  static let retryDelay = Duration.milliseconds(30)
  let acts: [(time: Duration, act: Act)]
  private let calls: [Call]

  init(seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let frames = (0..<Self.steps).map { _ in Int.random(in: 0...100, using: &random) }.sorted()
    // Each step has a different time, so that no order of steps is open.
    acts = frames.enumerated().map {
      (.milliseconds(10) * $1 + .microseconds(10) * $0, .any(&random))
    }
    calls = (0..<97).map { _ in Call(&random) }
  }

  /// Returns the behavior of a call, counted for each function; the functions have numbers, too.
  func call(_ number: Int, of function: Int) -> Call {
    calls[(number * 7 + function * 31) % calls.count]
  }
}

extension ScopeScript.Call {
  // Each call has a different duration, so that no two end at the same time.
  fileprivate init(_ random: inout SeededGenerator) {
    let rest = Duration(
      secondsComponent: 0,
      attosecondsComponent: .random(in: 1...9_999_999_999_999_999, using: &random)
    )
    time = .milliseconds(10) * Int.random(in: 0...5, using: &random) + rest
    fails = Int.random(in: 0..<4, using: &random) == 0
  }
}

extension ScopeScript.Act {
  fileprivate static func any(_ random: inout SeededGenerator) -> Self {
    let member = Member.allCases.randomElement(using: &random) ?? .edited
    let tag = ScopeScript.Tag.allCases.randomElement(using: &random) ?? .a
    let acts: [Self] = [
      .loadIfNeeded(member), .loadIfNeeded(member), .loadIfNeeded(member), .refresh(member),
      .cancel(member), .invalidate(member), .use(member), .use(member), .use(member),
      .use(member), .revalidate(tag), .revalidate(tag), .revalidate(tag), .revalidate(tag),
      .cameToFront, .isOnlineAgain, .write(key: .random(in: 7...8, using: &random)), .edit,
    ]
    // A sign-out in one of 60 steps.
    if random.below(60) == 0 { return .signOut }
    return acts.randomElement(using: &random) ?? .cameToFront
  }
}
