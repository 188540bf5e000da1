/// Searches for fewer decisions with the same result.
///
/// Removes all, then halves, then ever smaller parts, then single decisions.
struct Shrinking {
  private var changes: [SchedulingStrategy.OrderChange]
  private var trials: Int
  private let isEnough: ([SchedulingStrategy.OrderChange]) -> Bool

  private static let maxTrials = 200

  /// Returns a small subset of `detours` that is enough.
  static func smallest(
    of changes: [SchedulingStrategy.OrderChange],
    isEnough: @escaping ([SchedulingStrategy.OrderChange]) -> Bool
  ) -> [SchedulingStrategy.OrderChange] {
    var shrinking = Shrinking(changes: changes, trials: maxTrials, isEnough: isEnough)
    shrinking.run()
    return shrinking.changes
  }

  private mutating func run() {
    var length = changes.count
    while length > 0, trials > 0 {
      let before = changes.count
      dropParts(of: length)
      // A part that was needed may become redundant after another one was removed.
      length = length == 1 && changes.count < before ? 1 : length / 2
    }
  }

  /// Tries to remove each part of a length, from the last, because later decisions matter least.
  private mutating func dropParts(of length: Int) {
    var end = changes.count
    while end > 0, trials > 0 {
      let part = max(end - length, 0)..<end
      var rest = changes
      rest.removeSubrange(part)
      trials -= 1
      if isEnough(rest) { changes = rest }
      end = part.lowerBound
    }
  }
}
