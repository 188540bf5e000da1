/// The expected and recorded events that are not paired yet, both in order of time.
struct Unpaired {
  typealias Wanted = Comparison.Wanted
  typealias Pairs = [(Wanted, Recorded)]

  private(set) var expected: [Wanted]
  private(set) var actual: [Recorded]
  /// The time that is used for pairing.
  private let moment: (Duration) -> Duration

  /// The largest number of pairs to compare across times: enough for some hundred events.
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

  /// The differences of the events that no round has paired.
  var differences: [Comparison.Difference] {
    expected.map { .missing($0) } + actual.map { .extra($0) }
  }

  /// Removes the events that agree in time, signal and order.
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

  /// Pairs events at the same time.
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

  /// Pairs events across times, unless there are too many for a useful report.
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
