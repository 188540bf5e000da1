/// The places that show something at the moment.
///
/// A place with a name counts once, however often it appears; one without counts every time.
struct Visitors {
  private var named: Set<AnyHashable> = []
  private var unnamed = 0

  private var isEmpty: Bool { named.isEmpty && unnamed == 0 }

  mutating func enter(_ visitor: AnyHashable?) {
    if let visitor { named.insert(visitor) } else { unnamed += 1 }
  }

  /// Returns whether this was the last one; leaving without having entered changes nothing.
  ///
  /// What was kept of the visitor leaves with the result: its end may be the end of an object.
  mutating func disappear(_ visitor: AnyHashable?) -> (isLast: Bool, left: AnyHashable?) {
    if let visitor {
      let left = named.remove(visitor)
      return (left != nil && isEmpty, left)
    }
    guard unnamed > 0 else { return (false, nil) }
    unnamed -= 1
    return (isEmpty, nil)
  }
}
