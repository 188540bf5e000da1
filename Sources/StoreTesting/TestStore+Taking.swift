import MarbleTesting

/// The action or error that a step expects.
struct Wanted<Value> {
  let name: StepName
  /// The noun of a failure message: action or error.
  let noun: String
  /// A description of the difference; `nil` if the value matches.
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

/// An action or error that a step must check.
protocol Arrival<Value> {
  associatedtype Value
  var value: Value { get }
  var time: Duration { get }
  /// The value and the time at which it was received.
  var text: String { get }
}

extension TestStore {
  /// Takes the expected element from the unchecked ones, and reports a mismatch.
  ///
  /// - Parameters:
  ///   - wanted: The expected value.
  ///   - time: The expected time; `nil` for any time.
  ///   - callSite: The source location of the step.
  ///   - came: The unchecked elements.
  ///   - drop: Marks a number of elements as checked.
  /// - Returns: The element if its value matches, also at another time.
  func take<Element: Arrival>(
    _ wanted: Wanted<Element.Value>,
    at time: Duration?,
    _ callSite: CallSite,
    _ came: [Element],
    _ drop: (Int) -> Void
  ) -> Element? {
    looking = wanted.name
    defer { looking = nil }
    guard let index = index(of: wanted, in: came) else {
      report(.nothingReceived(wanted.name.text, wanted.noun, came.map(\.text), outlook), callSite)
      return nil
    }
    drop(index + 1)
    let first = came[index]
    if let objection = wanted.objection(first.value) {
      report(.otherReceived(wanted.name.text, wanted.noun, first.text, objection), callSite)
      return nil
    }
    if let time, time != first.time {
      report(.otherTime(wanted.name.text, time, first.time), callSite)
    }
    return first
  }

  /// The index of the element to check: the first, or with `.partial` the first that matches.
  private func index<Element: Arrival>(
    of wanted: Wanted<Element.Value>,
    in came: [Element]
  ) -> Int? {
    switch check {
    case .exhaustive: came.indices.first
    case .partial: came.firstIndex { wanted.objection($0.value) == nil }
    }
  }

  private var outlook: Outlook {
    let timeline = marbles.timeline
    return Outlook(now: timeline.now, next: timeline.next, atWork: recorder.atWork.map(\.text))
  }
}
