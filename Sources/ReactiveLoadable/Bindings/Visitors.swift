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
  mutating func leave(_ visitor: AnyHashable?) -> Bool {
    guard remove(visitor) else { return false }
    return isEmpty
  }

  private mutating func remove(_ visitor: AnyHashable?) -> Bool {
    if let visitor { return named.remove(visitor) != nil }
    guard unnamed > 0 else { return false }
    unnamed -= 1
    return true
  }
}
