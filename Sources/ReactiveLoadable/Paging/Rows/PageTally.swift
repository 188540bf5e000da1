/// The pages that have loaded at an end since the last intent or visible row.
struct PageTally: Sendable {
  /// The number of pages in a row that added no row.
  var without = 0
  /// The number of pages that added rows.
  var with = 0
  /// True while a page is requested and no state shows its load yet.
  var isAsked = false

  mutating func startAnew() { self = Self(isAsked: isAsked) }

  mutating func count(_ hasRows: Bool) {
    without = hasRows ? 0 : without + 1
    if hasRows { with += 1 }
  }
}
