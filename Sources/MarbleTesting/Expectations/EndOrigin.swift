/// The calls in which a stream completed before the end of its diagram, for a report.
struct EndOrigin {
  let callers: CallStack
  /// The step or input that caused them; nil for the body.
  let cause: CallSite?
}
