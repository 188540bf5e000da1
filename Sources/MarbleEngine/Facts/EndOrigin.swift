/// The calls that ended a stream too early, for a report.
///
/// They complete a stream before the end of its diagram, or cancel the first subscription of an
/// input before its first signal.
struct EndOrigin {
  let callers: CallStack
  /// The step or input that caused them; nil for the body.
  let cause: CallSite?
}

extension EndOrigin {
  /// The calls of the current function.
  static func current(_ timeline: RunTimeline) -> EndOrigin {
    EndOrigin(callers: .ofThread, cause: timeline.origin.cause)
  }
}
