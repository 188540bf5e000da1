extension RunRecord {
  private static let maxColdLanes = 6

  /// The lanes of the inputs: the diagram of a hot input, the subscriptions of a cold one.
  func lanes(until end: Duration) -> [Lane] {
    SourceLabel.inputs(of: self).flatMap { input, label -> [Lane] in
      switch input.kind {
      case .hot(let diagram): [Lane(label, diagram, as: .inputs)]
      case .requests: []
      case .cold, .response:
        input.subscriptions.prefix(RunRecord.maxColdLanes).enumerated().map { index, entry in
          Lane("\(label)[\(index)]", entry, until: end)
        }
      }
    }
  }
}
