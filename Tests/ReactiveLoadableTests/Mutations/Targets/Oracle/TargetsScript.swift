import ReactiveLoadable
import TestSupport

/// A value of the server: the writes that it contains, their number, and the last of them.
struct Counted: Hashable, Sendable {
  /// The version of the last write that the server has added.
  var version = 0
  var ids: Set<Int> = []
  var count = 0
  /// Everything that has changed the value, in order.
  var trace = ""
}

/// A write of one of three mutations, to a key and to rows of lists.
struct Write: Hashable, Sendable {
  var id = 0
  let mutation: Int
  let key: Place
  let rowEdit: RowEdit

  var places: [Place] { [[.first, key, .second], [key, .first], []][mutation] }
  var lists: [String] { [["a", "b"], ["a"], ["b"]][mutation] }

  func numbered(_ id: Int) -> Self {
    var write = self
    write.id = id
    return write
  }
}

/// A value that the writes of the scripts edit.
enum Place: Int, CaseIterable, Sendable {
  case first, second, key7, key8

  static let loaders: [Self] = [.first, .second]
  static let keys: [Self] = [.key7, .key8]
}

/// Random calls of an app whose writes edit several values, by a seed.
struct TargetsScript: Sendable {
  enum Act: Sendable {
    case load(Place)
    case refresh(Place)
    case cancel(Place)
    case set(Place)
    /// A loader becomes not requested, or the whole cache.
    case reset(Place)
    case appear(Place)
    case disappear(Place)
    case remove(Place)
    /// A write, without its number.
    case run(Write)
    case cancelWrite(Int)
    case cancelAll(mutation: Int)
    case list(String, PagedIntent<String, Row>)
  }

  /// The behavior of a call of a load function, or of a write.
  struct Call: Sendable {
    /// The times before and after the server reads or writes.
    let before, after: Duration
    let fails: Bool
  }

  static let steps = 60
  let acts: [(time: Duration, act: Act)]
  private let calls: [Call]

  init(seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    let frames = (0..<Self.steps).map { _ in random.below(60) }.sorted()
    // Each step has a different time, so that no order of steps is open.
    acts = frames.enumerated().map {
      (.milliseconds(10) * $1 + .microseconds(10) * $0, .any(&random))
    }
    calls = (0..<211).map { _ in Call(&random) }
  }

  func call(_ number: Int) -> Call { calls[number % calls.count] }
}

extension TargetsScript.Call {
  // Each call has a different duration, so that no two end at the same time.
  fileprivate init(_ random: inout SeededGenerator) {
    func time(_ random: inout SeededGenerator) -> Duration {
      .milliseconds(10) * random.below(4) + .nanoseconds(1 + random.below(9_999_999))
    }
    (before, after) = (time(&random), time(&random))
    fails = random.below(4) == 0
  }
}

extension TargetsScript.Act {
  fileprivate static func any(_ random: inout SeededGenerator) -> Self {
    let place = Place.allCases[random.below(4)]
    let loader = Place.loaders[random.below(2)]
    let key = Place.keys[random.below(2)]
    let write = Self.run(
      Write(mutation: random.below(3), key: key, rowEdit: RowEdit(&random))
    )
    let list = ServerList.keys[random.below(2)]
    let acts: [Self] = [
      .load(loader), .load(loader), .refresh(place), .refresh(place), .cancel(loader), .set(place),
      .appear(key), .appear(key), .appear(key), .disappear(key), .disappear(key), .remove(key),
      write, write, write, write, write, write, .cancelWrite(random.below(3)),
      .list(list, .loadIfNeeded(list)), .list(list, .loadIfNeeded(list)), .list(list, .next),
      .list(list, .next), .list(list, .next), .list(list, .next), .list(list, .refresh),
      .list(list, .refresh), .list(list, .refreshAllPages), .list(list, .retry),
      .list(list, .visible(at: random.below(6))), .list(list, .cancel),
    ]
    switch random.below(60) {
    case 0: return .reset(place)
    case 1: return .cancelAll(mutation: random.below(3))
    case 2: return .list(list, .reset)
    default: return acts[random.below(acts.count)]
    }
  }
}
