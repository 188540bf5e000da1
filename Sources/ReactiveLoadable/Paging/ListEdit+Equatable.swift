extension ListEdit: Equatable where Item: Equatable {
  /// Compares the edits; two changes are equal if they have the same id, whatever their closures.
  ///
  /// Closures cannot be compared.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.change(let id, _), .change(let other, _)): id == other
    case (.remove(let id), .remove(let other)): id == other
    case (.insert(let item, let position), .insert(let other, let otherPosition)):
      item == other && position == otherPosition
    case (.change, _), (.remove, _), (.insert, _): false
    }
  }
}

extension ListEdit.Position: Equatable {
  /// Compares the positions and the ids of the items next to them.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.start, .start), (.end, .end): true
    case (.before(let id), .before(let other)), (.after(let id), .after(let other)): id == other
    case (.start, _), (.end, _), (.before, _), (.after, _): false
    }
  }
}
