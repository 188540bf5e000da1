/// A list on a screen under a finger: the rows that appear and disappear between two rests.
///
/// Rows move one by one, at any speed: a row appears before another one disappears, and upwards the
/// rows appear in reverse order. Only a jump skips rows.
struct RowScroll: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case appears(Int)
    case disappears(Int)
  }

  enum Gesture: String, CaseIterable, Sendable {
    case opened = "The list opens"
    case scrolled = "Scrolled down a screen"
    case jumped = "Jumped to the end"
    case flung = "Flung up"
    case returned = "Scrolled back down"
    case home = "Scrolled to the top"
  }

  let gesture: Gesture
  let steps: [Step]
  let inView: [Int]
  let appeared: [Int]
  static let height = 6

  init(_ gesture: Gesture, from old: Int?, to new: Int) {
    let rows = { (top: Int) in Array(top..<top + Self.height) }
    self.gesture = gesture
    inView = rows(new)
    switch (gesture, old) {
    case (.opened, _), (.jumped, _), (_, nil):
      steps = (old.map(rows) ?? []).map { .disappears($0) } + rows(new).map { .appears($0) }
    case (_, let old?) where old < new:
      steps = (old..<new).flatMap { [.appears($0 + Self.height), .disappears($0)] }
    case (_, let old?):
      steps = (new..<old).reversed().flatMap { [.appears($0), .disappears($0 + Self.height)] }
    }
    appeared = steps.compactMap { if case .appears(let row) = $0 { row } else { nil } }
  }

  /// The rows that appeared and disappeared again, in the order of appearance.
  var passing: [Int] { appeared.filter { !inView.contains($0) } }

  /// The rows that appeared and stayed, the last one first.
  var staying: [Int] { appeared.reversed().filter(inView.contains) }

  /// The gestures of the scene on forty rows; the fling passes rows that have never appeared.
  static let movies = [
    RowScroll(.opened, from: nil, to: 0), RowScroll(.scrolled, from: 0, to: 6),
    RowScroll(.jumped, from: 6, to: 34), RowScroll(.flung, from: 34, to: 12),
    RowScroll(.returned, from: 12, to: 34), RowScroll(.home, from: 34, to: 0),
  ]

  static let again = Array(movies.prefix(3))
}
