extension Marbles {
  /// Reports a use of `m` after its run, and returns true then.
  ///
  /// A function is called, and a property is read. A member without a source location is reported
  /// at the call of `marbles`.
  @discardableResult
  func reportEnd(of member: String, _ verb: String = "called", at callSite: CallSite? = nil) -> Bool
  {
    guard run.phase == .over else { return false }
    run.report(
      """
      \(member) was \(verb) after the run had ended.

      `m` belongs to one run, which ends when `marbles` returns: a variable outside the body or a \
      task that outlives the run retained it.

      Use `m` only in the body and in its steps.
      """,
      at: callSite ?? run.settings.callSite
    )
    return true
  }
}
