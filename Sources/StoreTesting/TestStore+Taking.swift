import MarbleTesting

/// What a step wants to receive.
struct Wanted<Value> {
  let name: StepName
  /// What it is: an action or an error.
  let noun: String
  /// What is wrong with one that came; `nil` if nothing is.
  let objection: (Value) -> String?

  init(
    _ name: @autoclosure @escaping () -> String,
    of noun: String,
    _ objection: @escaping (Value) -> String?
  ) {
    self.name = StepName(name())
    self.noun = noun
    self.objection = objection
  }
}

/// Something that came and has to be looked at.
protocol Arrival<Value> {
  associatedtype Value
  var value: Value { get }
  var time: Duration { get }
  /// It, and when it came.
  var text: String { get }
}

extension TestStore {
  /// Takes what is wanted of what came, and says what is wrong.
  ///
  /// - Parameters:
  ///   - wanted: What it must be.
  ///   - time: When it must have come.
  ///   - place: Where that is wanted.
  ///   - came: What came and was not looked at.
  ///   - drop: Takes so many of them for looked at.
  /// - Returns: What came, if it is what is wanted; at another time, too.
  func take<Element: Arrival>(
    _ wanted: Wanted<Element.Value>,
    at time: Duration?,
    _ place: Place,
    _ came: [Element],
    _ drop: (Int) -> Void
  ) -> Element? {
    looking = wanted.name
    defer { looking = nil }
    guard let index = index(of: wanted, in: came) else {
      report(.nothingReceived(wanted.name.text, wanted.noun, came.map(\.text), outlook), place)
      return nil
    }
    drop(index + 1)
    let first = came[index]
    if let objection = wanted.objection(first.value) {
      report(.otherReceived(wanted.name.text, wanted.noun, first.text, objection), place)
      return nil
    }
    if let time, time != first.time {
      report(.otherTime(wanted.name.text, time, first.time), place)
    }
    return first
  }

  /// Which one is looked at: the first one, or, where others may be skipped, the first that fits (T8).
  private func index<Element: Arrival>(
    of wanted: Wanted<Element.Value>,
    in came: [Element]
  ) -> Int? {
    switch check {
    case .exhaustive: came.indices.first
    case .asserted: came.firstIndex { wanted.objection($0.value) == nil }
    }
  }

  private var outlook: Outlook {
    let timeline = marbles.timeline
    return Outlook(now: timeline.now, next: timeline.next, atWork: recorder.atWork.map(\.text))
  }
}
