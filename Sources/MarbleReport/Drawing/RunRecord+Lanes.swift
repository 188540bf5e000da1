extension RunRecord {
  private static let maxColdLanes = 6

  /// True if a hot input has completed, which can complete the streams that are made from it.
  func hasInput(completedBy time: Duration) -> Bool {
    inputs.contains { input in
      guard case .hot(let diagram) = input.kind else { return false }
      return diagram.events.contains { $0.signal == .end && $0.time <= time }
    }
  }

  /// The lanes of the inputs: the diagram of a hot input, the subscriptions of a cold one.
  func lanes(until end: Duration) -> [Lane] {
    SourceLabel.inputs(of: self).flatMap { input, label -> [Lane] in
      switch input.kind {
      case .hot(let diagram): [Lane(label, diagram)]
      case .requests: []
      case .cold, .response:
        input.subscriptions.prefix(RunRecord.maxColdLanes).enumerated().map { index, entry in
          Lane("\(label)[\(index)]", entry, until: end)
        }
      }
    }
  }
}
