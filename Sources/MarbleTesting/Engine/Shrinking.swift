/// Looks for fewer decisions that still do the same: first without halves, then without each.
struct Shrinking {
  private var detours: [Chooser.Detour]
  private var trials: Int
  private let isEnough: ([Chooser.Detour]) -> Bool

  private static let mostTrials = 200

  /// Returns as few of `detours` as could be found to be enough.
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
      // A part that was needed may not be any more when another has gone.
      length = length == 1 && detours.count < before ? 1 : length / 2
    }
  }

  /// Tries to do without each part of a length, from the last: a later decision matters least.
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
