extension Comparison {
  /// The time of a completion that the diagram lacks, if values after it are missing.
  ///
  /// At time zero the diagram may have a later completion, because the body has just returned.
  var completionBeforeMissingValues: Duration? {
    guard let last = actual.last, case .end = last.signal,
      last.time == .zero || !expected.events.contains(where: { $0.signal == .end })
    else { return nil }
    return missingValues.contains { $0.time >= last.time } ? last.time : nil
  }

  /// The expected values that are missing, also those in whose place the stream completed.
  var missingValues: [ExpectedEvent] {
    differences.compactMap { difference in
      switch difference {
      case .missing(let event): event.signal.isValue ? event : nil
      case .other(let event, let actual):
        if case .end = actual.signal, event.signal.isValue { event } else { nil }
      case .moved, .extra, .order: nil
      }
    }
  }

  /// True if an expected event is missing.
  var isShort: Bool {
    differences.contains { if case .missing = $0 { true } else { false } }
  }

  /// The latest time of the missing events, or nil if there are other differences.
  var lastOfOnlyMissing: Duration? {
    let missing = differences.compactMap { difference in
      if case .missing(let event) = difference { event.time } else { nil }
    }
    return missing.count == differences.count ? missing.max() : nil
  }
}

extension MarbleDiagram.Signal {
  var isValue: Bool {
    if case .value = self { true } else { false }
  }
}

extension RunRecord {
  /// True if a hot input has completed, which can complete the streams that are made from it.
  func hasInput(completedBy time: Duration) -> Bool {
    inputs.contains { input in
      guard case .hot(let diagram) = input.kind else { return false }
      return diagram.events.contains { $0.signal == .end && $0.time <= time }
    }
  }
}
