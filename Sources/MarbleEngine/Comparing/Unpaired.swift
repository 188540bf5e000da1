/// The expected and recorded events that are not paired yet, both in order of time.
struct Unpaired {
  typealias ExpectedEvent = Comparison.ExpectedEvent

  private(set) var expected: [ExpectedEvent]
  private(set) var actual: [Recorded]
  private var comparisons = ComparisonLimit()
  private let pairingTime: (Duration) -> Duration

  /// The largest number of pairs to compare across times: enough for some hundred events.
  private static let maxDistantPairs = 250_000

  init(
    _ expected: [ExpectedEvent],
    _ actual: [Recorded],
    pairingTime: @escaping (Duration) -> Duration = { $0 }
  ) {
    self.expected = expected
    self.actual = actual
    self.pairingTime = pairingTime
  }

  /// The differences of the events that no round has paired.
  var differences: [Comparison.Difference] {
    expected.map { .missing($0) } + actual.map { .extra($0) }
  }

  /// Removes the events that agree in time, signal and order.
  mutating func pairInOrder(where fits: (ExpectedEvent, Recorded) -> Bool) {
    var missing: [ExpectedEvent] = []
    var extra: [Recorded] = []
    var rest = actual[...]
    for event in expected {
      let earlier = rest.prefix { pairingTime($0.time) < pairingTime(event.time) }
      extra += earlier
      rest = rest.dropFirst(earlier.count)
      let match = comparisons.firstIndex(
        in: rest,
        while: { pairingTime($0.time) == pairingTime(event.time) },
        where: { fits(event, $0) }
      )
      guard let match else {
        missing.append(event)
        continue
      }
      extra += rest[..<match]
      rest = rest[(match + 1)...]
    }
    expected = missing
    actual = extra + rest
  }

  mutating func pairSimultaneous(
    where fits: (ExpectedEvent, Recorded) -> Bool
  ) -> [(ExpectedEvent, Recorded)] {
    var pairs: [(ExpectedEvent, Recorded)] = []
    var simultaneous = Dictionary(grouping: actual) { pairingTime($0.time) }
    var rest: [ExpectedEvent] = []
    for event in expected {
      let time = pairingTime(event.time)
      var candidates = simultaneous.removeValue(forKey: time) ?? []
      if let index = comparisons.firstIndex(in: candidates, where: { fits(event, $0) }) {
        pairs.append((event, candidates.remove(at: index)))
      } else {
        rest.append(event)
      }
      simultaneous[time] = candidates
    }
    expected = rest
    actual = simultaneous.values.joined().sorted { $0.time < $1.time }
    return pairs
  }

  /// Pairs events across times, unless there are too many for a useful report.
  mutating func pairAcrossTimes(
    where fits: (ExpectedEvent, Recorded) -> Bool
  ) -> [(ExpectedEvent, Recorded)] {
    guard expected.count * actual.count <= Unpaired.maxDistantPairs else { return [] }
    var pairs: [(ExpectedEvent, Recorded)] = []
    expected.removeAll { event in
      guard let index = actual.firstIndex(where: { fits(event, $0) }) else { return false }
      pairs.append((event, actual.remove(at: index)))
      return true
    }
    return pairs
  }
}
