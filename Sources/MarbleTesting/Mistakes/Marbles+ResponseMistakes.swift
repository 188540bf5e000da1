/// Responses of another value type, with the remedy as the compiler's message.
extension Marbles {
  /// Unavailable: without a table the values are strings.
  @available(
    *,
    unavailable,
    message: """
      without a table the values are Strings: pass a table of their type, m.responses(to: …, \
      ["x": …])
      """
  )
  public func responses<Request: Hashable & Sendable, Output>(
    to diagrams: [Request: String]
  ) -> MarbleResponses<Request, Output, Never> {
    responses(
      to: diagrams,
      [String: Output](),
      FailureTable<Never>(),
      .honored,
      run.settings.callSite
    )
  }

  /// Unavailable: the table has values of another type than the answers.
  @available(
    *,
    unavailable,
    message: "the values of the table must have the type of the answers"
  )
  public func responses<Request: Hashable & Sendable, Output>(
    to diagrams: [Request: String],
    _ values: some MarbleTable
  ) -> MarbleResponses<Request, Output, Never> {
    responses(
      to: diagrams,
      [String: Output](),
      FailureTable<Never>(),
      .honored,
      run.settings.callSite
    )
  }
}
