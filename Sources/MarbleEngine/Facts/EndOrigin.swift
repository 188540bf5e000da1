/// The calls that ended a stream too early, for a report.
///
/// They complete a stream before the end of its diagram, or cancel the first subscription of an
/// input before its first signal.
package struct EndOrigin {
  package let callers: CallStack
  /// The step or input that caused them; nil for the body.
  package let cause: CallSite?
}
