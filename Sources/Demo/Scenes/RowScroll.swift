/// A list on a screen, and what a finger does to it: which rows appear and disappear, in order.
///
/// Rows move one by one, as a list moves them, however fast: what enters appears before what leaves
/// disappears, and upwards the rows appear in reverse order. Only a jump leaves rows out.
struct RowScroll: Hashable, Sendable {
  /// Something that happens to a row, or nothing for a while.
  enum Step: Hashable, Sendable {
    case appears(Int)
    case disappears(Int)
    /// The list stands still until everything in view is loaded.
    case rests(Rest)
  }

  /// A moment at which the list stands still, by what led there.
  enum Rest: String, CaseIterable, Sendable {
    case opened = "The list opens"
    case scrolled = "Scrolled down a screen"
    case jumped = "Jumped to the end"
    case flung = "Flung up"
    case returned = "Scrolled back down"
    case home = "Scrolled to the top"
  }

  /// How many rows there are, and how many are in view.
  let rows: Int
  let height: Int
  private(set) var steps: [Step] = []
  /// The first row in view.
  private(set) var top = 0

  /// Shows the first rows of a list that has at least as many as are in view.
  init(rows: Int, height: Int) {
    precondition(0 < height && height <= rows, "\(height) of \(rows) rows cannot be in view")
    (self.rows, self.height) = (rows, height)
    steps = inView.map { .appears($0) }
  }

  /// The rows in view.
  var inView: Range<Int> { top..<top + height }

  /// Moves row by row until this one is the first in view, or as near as the end allows.
  mutating func scroll(to row: Int) {
    let goal = nearest(row)
    while top < goal { moveDown() }
    while top > goal { moveUp() }
  }

  /// Shows other rows at once, without those between.
  mutating func jump(to row: Int) {
    let before = inView
    top = nearest(row)
    steps += before.filter { !inView.contains($0) }.map { .disappears($0) }
    steps += inView.filter { !before.contains($0) }.map { .appears($0) }
  }

  mutating func rest(_ rest: Rest) { steps.append(.rests(rest)) }
}

extension RowScroll {
  private func nearest(_ row: Int) -> Int { min(max(row, 0), rows - height) }

  private mutating func moveDown() {
    steps += [.appears(top + height), .disappears(top)]
    top += 1
  }

  private mutating func moveUp() {
    steps += [.appears(top - 1), .disappears(top + height - 1)]
    top -= 1
  }
}
