/// Inputs that are used as async sequences, with the remedy as the compiler's message.

/// Unavailable: an input is a publisher, and its `elements` are a sequence.
@available(
  *,
  unavailable,
  message: """
    an input is a publisher: read its `elements` as a sequence; if it is one here because of an \
    error, `failure:` and `failures:` take the Failure type of the publisher
    """
)
extension MarbleHot: AsyncSequence {
  /// Unavailable: the type of the values.
  public typealias Element = Output

  /// Unavailable: read the `elements` of the input.
  public func makeAsyncIterator() -> AsyncThrowingStream<Output, Failure>.Iterator {
    preconditionFailure("An input is a publisher: read its `elements`.")
  }
}

/// Unavailable: an input is a publisher, and its `elements` are a sequence.
@available(
  *,
  unavailable,
  message: """
    an input is a publisher: read its `elements` as a sequence; if it is one here because of an \
    error, `failure:` and `failures:` take the Failure type of the publisher
    """
)
extension MarbleCold: AsyncSequence {
  /// Unavailable: the type of the values.
  public typealias Element = Output

  /// Unavailable: read the `elements` of the input.
  public func makeAsyncIterator() -> AsyncThrowingStream<Output, Failure>.Iterator {
    preconditionFailure("An input is a publisher: read its `elements`.")
  }
}
