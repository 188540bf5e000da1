/// The rows that the server was asked for in a scroll, in words.
struct AskedRows: Hashable, Sendable {
  /// The rows, in the order of arrival.
  var places: [Int]
  /// Those of them whose loads had begun before the others appeared, and that were not in view then.
  var flyingBy: [Int]

  /// Such as `33 and 32 as they flew by, then 12, 13` and `4, 3, 4 (again, by a tap)`.
  var text: String {
    let rest = words.dropFirst(flyingBy.count).joined(separator: ", ")
    guard !flyingBy.isEmpty else { return rest }
    let first = words.prefix(flyingBy.count).joined(separator: " and ")
    return rest.isEmpty ? "\(first) as they flew by" : "\(first) as they flew by, then \(rest)"
  }

  /// Each row, with the reason if it was asked for before.
  private var words: [String] {
    places.enumerated().map { index, place in
      guard places.prefix(index).contains(place) else { return String(place) }
      let accident = PosterAccident.allCases.first { $0.row == place }
      return "\(place) (\(accident?.repetition ?? "again"))"
    }
  }
}
