/// What an end has brought since somebody did something.
struct PageTally: Sendable {
  /// How many pages in a row brought no row.
  var without = 0
  /// How many pages brought rows.
  var with = 0
  /// Whether a page was asked for that no state has shown yet.
  var isAsked = false

  mutating func startAnew() { self = Self(isAsked: isAsked) }

  mutating func count(_ hasRows: Bool) {
    without = hasRows ? 0 : without + 1
    if hasRows { with += 1 }
  }
}
