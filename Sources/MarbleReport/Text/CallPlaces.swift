/// The places of calls, each call stack read once.
struct CallPlaces {
  /// The largest number of call stacks to name.
  private static let maxStacks = 32

  private var places: [CallStack: CallPlace] = [:]

  /// The place of a call stack; nil for those after the largest number.
  mutating func place(of stack: CallStack) -> CallPlace? {
    if let place = places[stack] { return place }
    guard places.count < CallPlaces.maxStacks else { return nil }
    let place = CallPlace(of: stack)
    places[stack] = place
    return place
  }
}
