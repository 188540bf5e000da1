/// The views that show a loader.
///
/// A visitor with an identifier counts once, however often it appears; without one, each call
/// counts.
struct Visitors {
  private var named: Set<AnyHashable> = []
  private var unnamed = 0

  private var isEmpty: Bool { named.isEmpty && unnamed == 0 }

  mutating func enter(_ visitor: AnyHashable?) {
    if let visitor { named.insert(visitor) } else { unnamed += 1 }
  }

  /// Removes a visitor; returns whether it was the last one.
  ///
  /// A visitor that has not entered changes nothing. The result contains the stored identifier, so
  /// that the caller releases it: its release may deallocate an object.
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
