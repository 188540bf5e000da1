/// What was expected and what came, as far as nothing has paired them yet; both in order of time.
struct Unpaired {
  typealias Wanted = Comparison.Wanted
  typealias Pairs = [(Wanted, Recorded)]

  private(set) var expected: [Wanted]
  private(set) var actual: [Recorded]
  /// What counts as the time of something.
  private let moment: (Duration) -> Duration

  /// So many pairs are looked at when they may be at different times: all of some hundred events.
  private static let mostDistantPairs = 250_000

  init(
    _ expected: [Wanted],
    _ actual: [Recorded],
    moment: @escaping (Duration) -> Duration = { $0 }
  ) {
    self.expected = expected
    self.actual = actual
    self.moment = moment
  }

  /// What no round has paired.
  var differences: [Comparison.Difference] {
    expected.map { .missing($0) } + actual.map { .extra($0) }
  }

  /// Drops what agrees in time, signal and order.
  mutating func pairInStep(where fits: (Wanted, Recorded) -> Bool) {
    var missing: [Wanted] = []
    var extra: [Recorded] = []
    var rest = actual[...]
    for wanted in expected {
      let earlier = rest.prefix { moment($0.time) < moment(wanted.time) }
      extra += earlier
      rest = rest.dropFirst(earlier.count)
      let present = rest.prefix { moment($0.time) == moment(wanted.time) }
      guard let step = present.firstIndex(where: { fits(wanted, $0) }) else {
        missing.append(wanted)
        continue
      }
      extra += rest[..<step]
      rest = rest[(step + 1)...]
    }
    expected = missing
    actual = extra + rest
  }

  /// Pairs what is at the same time.
  mutating func pairAtOnce(where fits: (Wanted, Recorded) -> Bool) -> Pairs {
    var pairs: Pairs = []
    var present = Dictionary(grouping: actual) { moment($0.time) }
    expected.removeAll { wanted in
      let moment = moment(wanted.time)
      guard let index = present[moment]?.firstIndex(where: { fits(wanted, $0) }),
        let partner = present[moment]?.remove(at: index)
      else { return false }
      pairs.append((wanted, partner))
      return true
    }
    actual = present.values.joined().sorted { $0.time < $1.time }
    return pairs
  }

  /// Pairs across times, unless there are too many for that to help a reader.
  mutating func pairAnywhere(where fits: (Wanted, Recorded) -> Bool) -> Pairs {
    guard expected.count * actual.count <= Unpaired.mostDistantPairs else { return [] }
    var pairs: Pairs = []
    expected.removeAll { wanted in
      guard let index = actual.firstIndex(where: { fits(wanted, $0) }) else { return false }
      pairs.append((wanted, actual.remove(at: index)))
      return true
    }
    return pairs
  }
}
