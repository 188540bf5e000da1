import MarbleDiagrams

/// The order of inputs and answers in one frame.
///
/// A test gives inputs before the answers of their frame. Inputs that came after an answer are
/// late: the test gives them after the answers.
struct TimelineOrder {
  typealias Lanes = [(lane: TimelineLane, entries: [TimelineLane.Entry])]

  private typealias Answer = (position: UInt, call: UInt)

  /// The positions of the late inputs.
  private(set) var late: Set<UInt> = []
  /// The times of the frames whose order a test cannot repeat.
  private(set) var conflicts: [Duration] = []

  init(of recorded: Lanes, _ functions: [TimelineFunction], frame: Duration) {
    let answers = Self.answers(of: functions, frame)
    var inputs: [Int: [UInt]] = [:]
    for (lane, entries) in recorded where lane.role.isInput {
      for entry in entries where !lane.isInitial(entry) {
        inputs[entry.time.frames(of: frame), default: []].append(entry.position)
      }
    }
    for (number, positions) in inputs.sorted(by: { $0.key < $1.key }) {
      guard let first = answers[number]?.map(\.position).min() else { continue }
      let late = positions.filter { $0 > first }
      self.late.formUnion(late)
      guard let firstLate = late.min(), let lastLate = late.max() else { continue }
      // The answers of calls that late inputs caused come after all late inputs, the others before.
      let isConflict = answers[number, default: []].contains { answer in
        answer.call > firstLate ? answer.position < lastLate : answer.position > firstLate
      }
      if isConflict { conflicts.append(frame * number) }
    }
  }

  /// The answers and the reports of each frame.
  private static func answers(
    of functions: [TimelineFunction],
    _ frame: Duration
  ) -> [Int: [Answer]] {
    var answers: [Int: [Answer]] = [:]
    for function in functions {
      let calls = Dictionary(
        function.requests.entries.compactMap { entry in
          entry.call.map { ($0.number, entry.position) }
        },
        uniquingKeysWith: { first, _ in first }
      )
      for entry in function.results.entries + (function.reports?.entries ?? []) {
        guard let call = entry.call, let position = calls[call.number],
          !function.isCancelled(call)
        else { continue }
        answers[entry.time.frames(of: frame), default: []].append((entry.position, position))
      }
    }
    return answers
  }
}
