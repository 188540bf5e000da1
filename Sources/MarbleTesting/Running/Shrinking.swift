/// Searches for fewer decisions with the same result.
///
/// Removes all, then halves, then ever smaller parts, then single decisions.
struct Shrinking {
  private var detours: [Chooser.Detour]
  private var trials: Int
  private let isEnough: ([Chooser.Detour]) -> Bool

  private static let mostTrials = 200

  /// Returns a small subset of `detours` that is enough.
  static func smallest(
    of detours: [Chooser.Detour],
    isEnough: @escaping ([Chooser.Detour]) -> Bool
  ) -> [Chooser.Detour] {
    var shrinking = Shrinking(detours: detours, trials: mostTrials, isEnough: isEnough)
    shrinking.run()
    return shrinking.detours
  }

  private mutating func run() {
    var length = detours.count
    while length > 0, trials > 0 {
      let before = detours.count
      dropParts(of: length)
      // A part that was needed may become redundant after another one was removed.
      length = length == 1 && detours.count < before ? 1 : length / 2
    }
  }

  /// Tries to remove each part of a length, from the last, because later decisions matter least.
  private mutating func dropParts(of length: Int) {
    var end = detours.count
    while end > 0, trials > 0 {
      let part = max(end - length, 0)..<end
      var rest = detours
      rest.removeSubrange(part)
      trials -= 1
      if isEnough(rest) { detours = rest }
      end = part.lowerBound
    }
  }
}
