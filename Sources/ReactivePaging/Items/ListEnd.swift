/// One of the two ends of a list.
enum ListEnd: CaseIterable, Sendable {
  case end
  case start

  var other: Self { self == .end ? .start : .end }

  /// Returns true if fewer rows than a distance follow a row towards this end.
  func isNear(_ row: Int, of count: Int, within distance: Int) -> Bool {
    (self == .end ? count - 1 - row : row) < distance
  }
}

/// A value for each end of a list.
struct Ends<Value> {
  var end: Value
  var start: Value

  subscript(side: ListEnd) -> Value {
    get { side == .end ? end : start }
    set { if side == .end { end = newValue } else { start = newValue } }
  }
}

extension Ends: Sendable where Value: Sendable {}
extension Ends: Equatable where Value: Equatable {}
