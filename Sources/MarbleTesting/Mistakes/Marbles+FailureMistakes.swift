@preconcurrency public import CombineShim

/// Failures of another type, with the remedy as the compiler's message.
extension Marbles {
  /// Unavailable: the publisher cannot fail with this error.
  @available(
    *,
    unavailable,
    message: "the publisher cannot fail with this error: `failure:` takes its Failure type"
  )
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failure: some Error,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: the publisher cannot fail with this error.
  @available(
    *,
    unavailable,
    message: "the publisher cannot fail with this error: `failure:` takes its Failure type"
  )
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Output>,
    failure: some Error,
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: the failure needs its label.
  @available(*, unavailable, message: "write the label of the error: m.cold(\"--#\", failure: …)")
  public func cold<Failure: Error>(
    _ diagram: String,
    _ failure: Failure
  ) -> MarbleCold<
    String, Failure
  > {
    cold(diagram, failure: failure)
  }

  /// Unavailable: the failure needs its label.
  @available(*, unavailable, message: "write the label of the error: m.hot(\"--#\", failure: …)")
  public func hot<Failure: Error>(
    _ diagram: String,
    _ failure: Failure
  ) -> MarbleHot<
    String, Failure
  > {
    hot(diagram, failure: failure)
  }
}

/// Failures by name of another type, with the remedy as the compiler's message.
extension Marbles {
  /// Unavailable: the publisher cannot fail with these errors.
  @available(
    *,
    unavailable,
    message: "the publisher cannot fail with these errors: `failures:` takes its Failure type"
  )
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    failures: [String: some Error],
    checking check: MarbleCheck = .everything
  ) {}

  /// Unavailable: the publisher cannot fail with these errors.
  @available(
    *,
    unavailable,
    message: "the publisher cannot fail with these errors: `failures:` takes its Failure type"
  )
  public func expect<Stream: Publisher>(
    _ publisher: Stream,
    _ diagram: String,
    _ values: some MarbleTable<Stream.Output>,
    failures: [String: some Error],
    checking check: MarbleCheck = .everything
  ) {}
}
