extension EndOrigin {
  /// The calls of the current function.
  package static func current(_ timeline: RunTimeline) -> EndOrigin {
    EndOrigin(callers: .ofThread, cause: timeline.origin.cause)
  }
}
