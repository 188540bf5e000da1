extension InputMistake {
  package init?(_ comparison: Comparison, _ run: RunRecord) {
    guard !comparison.differences.isEmpty else { return nil }
    if comparison.matcher.diagramText.flatMap(ElapsedTimeHint.init) == nil,
      let first = comparison.differences.first?.time,
      let mistake = InputMistake(timeIn: run, before: first)
    {
      self = mistake
    } else if comparison.differences.contains(where: \.lacksValueOfCall),
      let mistake = InputMistake(valueIn: run)
    {
      self = mistake
    } else {
      return nil
    }
  }

  /// An elapsed time that was written wrongly, before the first difference.
  private init?(timeIn run: RunRecord, before first: Duration) {
    guard run.inputs.contains(where: { $0.texts.contains { $0.wrongTime != nil } }) else {
      return nil
    }
    for (input, label) in SourceLabel.inputs(of: run) {
      for diagram in input.texts {
        guard let time = diagram.wrongTime,
          !input.isHot || diagram.start(of: time, run.frame) <= first
        else { continue }
        self.init(
          text: "\(label): \(time.text)",
          callSite: diagram.lanePlace?() ?? input.callSite
        )
        return
      }
    }
    return nil
  }

  /// A response without a value, which a call has requested.
  private init?(valueIn run: RunRecord) {
    let inputs = SourceLabel.inputs(of: run)
    guard let (input, label) = inputs.first(where: { $0.input.hasNoResult }) else { return nil }
    let text = """
      \(label): the diagram completes without a value, so a call throws MarbleNoValue.

      A call returns the first value of the diagram. Write it before the `|`, such as `--x|`.
      """
    self.init(text: text, callSite: input.texts.first?.lanePlace?() ?? input.callSite)
  }
}

extension WrittenDiagram {
  /// A wrong time; nil for a digit and a letter, which are also likely names.
  fileprivate var wrongTime: ElapsedTimeHint? {
    ElapsedTimeHint(text).flatMap { $0.isShort ? nil : $0 }
  }
}

extension WrittenDiagram {
  /// The time of the first character of a wrong time, in a hot input.
  fileprivate func start(of hint: ElapsedTimeHint, _ frame: Duration) -> Duration {
    var parser = MarbleParser(text, frame: frame)
    guard let parsed = try? parser.parse(),
      let index = parsed.columns.firstIndex(of: hint.range.lowerBound + 1)
    else { return .zero }
    return parsed.diagram.events[index].time
  }
}

extension InputRecord {
  /// True if the times of the diagram count from the start of the run.
  fileprivate var isHot: Bool {
    if case .hot = kind { true } else { false }
  }

  fileprivate var hasNoResult: Bool {
    switch kind {
    case .cold, .response: hasNoValue && !subscriptions.isEmpty
    case .hot, .requests: false
    }
  }
}

extension Comparison.Difference {
  /// True for the unexpected failure of a call without a result.
  fileprivate var lacksValueOfCall: Bool {
    switch self {
    case .extra(let actual), .other(_, let actual):
      if case .failure(let error) = actual.signal { error is MarbleNoValue } else { false }
    case .moved, .missing, .order: false
    }
  }
}
