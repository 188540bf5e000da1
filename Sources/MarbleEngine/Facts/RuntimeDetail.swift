/// A detail of the runtime that no interface promises, and that reports read.
///
/// The text is what a report does not observe without it.
package enum RuntimeDetail: String, CaseIterable, Sendable {
  case taskEnds = "tasks that have not ended"
  case taskStatus = "ended tasks that other code retains"
  case callers = "the functions that start work"
}
