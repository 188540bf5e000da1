/// A limit for the comparisons of one report, so that a long recording that differs everywhere
/// takes no quadratic time: enough for some hundred events.
struct ComparisonLimit {
  private var rest = 100_000

  /// Returns the index of the first element that fits; nil after too many comparisons.
  ///
  /// The first element is always compared. The search ends at an element outside the range.
  mutating func firstIndex<Elements: Collection>(
    in elements: Elements,
    while isInRange: (Elements.Element) -> Bool = { _ in true },
    where fits: (Elements.Element) -> Bool
  ) -> Elements.Index? {
    for index in elements.indices {
      guard isInRange(elements[index]) else { return nil }
      if fits(elements[index]) { return index }
      guard rest > 0 else { return nil }
      rest -= 1
    }
    return nil
  }
}
