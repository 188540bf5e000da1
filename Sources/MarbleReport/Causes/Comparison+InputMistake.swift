extension Comparison {
  /// The mistake in the diagram of an input that is the likely cause of the differences.
  func inputMistake(in run: RunRecord) -> InputMistake? {
    guard let first = differences.first?.time else { return nil }
    if matcher.diagramText.flatMap(ElapsedTimeHint.init) == nil,
      let mistake = run.wrongTime(before: first)
    {
      return mistake
    }
    return differences.compactMap(\.unexpected).contains(where: \.lacksValueOfCall)
      ? run.missingValue : nil
  }
}

extension RunRecord {
  /// An elapsed time that was written wrongly, before the first difference.
  fileprivate func wrongTime(before first: Duration) -> InputMistake? {
    guard inputs.contains(where: { $0.texts.contains { $0.wrongTime != nil } }) else { return nil }
    for (input, label) in SourceLabel.inputs(of: self) {
      for diagram in input.texts {
        guard let time = diagram.wrongTime,
          !input.isHot || diagram.start(of: time, frame) <= first
        else { continue }
        return ("\(label): \(time.text)", diagram.lanePlace?() ?? input.callSite)
      }
    }
    return nil
  }

  /// A response without a value, which a call has requested.
  fileprivate var missingValue: InputMistake? {
    let inputs = SourceLabel.inputs(of: self)
    guard let (input, label) = inputs.first(where: { $0.input.hasNoResult }) else { return nil }
    let text = """
      \(label): the diagram completes without a value, so a call throws MarbleNoValue.

      A call returns the first value of the diagram. Write it before the `|`, such as `--x|`.
      """
    return (text, input.texts.first?.lanePlace?() ?? input.callSite)
  }
}

extension WrittenDiagram {
  /// A wrong time; nil for a digit and a letter, which are also likely names.
  fileprivate var wrongTime: ElapsedTimeHint? {
    ElapsedTimeHint(text).flatMap { $0.isShort ? nil : $0 }
  }

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
  fileprivate var hasNoResult: Bool {
    switch kind {
    case .cold, .response: hasNoValue && !subscriptions.isEmpty
    case .hot, .requests: false
    }
  }
}

extension Recorded {
  /// True for the failure of a call without a result, which is a mistake in a response.
  var lacksValueOfCall: Bool {
    if case .failure(let error) = signal { error is MarbleNoValue } else { false }
  }
}
