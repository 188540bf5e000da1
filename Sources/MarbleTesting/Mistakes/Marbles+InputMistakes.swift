/// Inputs of another value type, with the remedy as the compiler's message.
extension Marbles {
  /// Unavailable: without a table the values are strings.
  @available(
    *,
    unavailable,
    message: "without a table the values are Strings: pass a table, m.hot(\"-a\", [\"a\": …])"
  )
  public func hot<Output>(_ diagram: String) -> MarbleHot<Output, Never> {
    MarbleHot(timeline: run.timeline)
  }

  /// Unavailable: without a table the values are strings.
  @available(
    *,
    unavailable,
    message: """
      without a table the values are Strings: pass a table, m.hot("-a-#", ["a": …], failure: …); for \
      a diagram without values it is [String: Value]()
      """
  )
  public func hot<Output, Failure: Error>(
    _ diagram: String,
    failure: Failure
  ) -> MarbleHot<Output, Failure> {
    MarbleHot(timeline: run.timeline)
  }

  /// Unavailable: without a table the values are strings.
  @available(
    *,
    unavailable,
    message: "without a table the values are Strings: pass a table, m.cold(\"--x|\", [\"x\": …])"
  )
  public func cold<Output>(
    _ diagram: String,
    then later: [String] = [],
    cancellation: MarbleCancellation = .honored
  ) -> MarbleCold<Output, Never> {
    MarbleCold([.end], cancellation: cancellation, timeline: run.timeline)
  }

  /// Unavailable: without a table the values are strings.
  @available(
    *,
    unavailable,
    message: """
      without a table the values are Strings: pass a table, m.cold("--#", ["x": …], failure: …); for \
      a diagram without values it is [String: Value]()
      """
  )
  public func cold<Output, Failure: Error>(
    _ diagram: String,
    failure: Failure,
    then later: [String] = [],
    cancellation: MarbleCancellation = .honored
  ) -> MarbleCold<Output, Failure> {
    MarbleCold([.end], cancellation: cancellation, timeline: run.timeline)
  }

  /// Unavailable: an input has one diagram.
  @available(
    *,
    unavailable,
    message:
      "pass the diagrams of later subscriptions as `then:`: m.cold(\"--#\", then: [\"--x|\"])"
  )
  public func cold(_ diagrams: [String]) -> MarbleCold<String, Never> {
    cold("", then: diagrams)
  }

  /// Unavailable: each subscription has a diagram.
  @available(
    *,
    unavailable,
    message: "pass an array with a diagram for each subscription: [\"^--!\"]"
  )
  public func expectSubscriptions<Output, Failure: Error>(
    _ cold: MarbleCold<Output, Failure>,
    _ diagram: String
  ) {}

  /// Unavailable: each request has an input.
  @available(
    *,
    unavailable,
    message: "name the request, whose input has subscriptions: load[\"swift\"]"
  )
  public func expectSubscriptions<Request, Output, Failure: Error>(
    _ responses: MarbleResponses<Request, Output, Failure>,
    _ diagrams: [String]
  ) {}
}

extension MarbleCold where Output: Sendable {
  /// Unavailable: the load function returns another type than the input.
  @available(
    *,
    unavailable,
    message: """
      the load function returns another type than the values of this input: pass a table of its \
      values, m.cold("--x|", ["x": …]); for a diagram without values it is [String: Value]()
      """
  )
  public func callAsFunction<Value>() async throws -> Value {
    throw MarbleNoValue()
  }

  /// Unavailable: the load function throws another type than the input.
  @available(
    *,
    unavailable,
    message: """
      the load function throws another type than the failure of this input: pass an error of its \
      type, m.cold("--#", failure: …)
      """
  )
  public func callAsFunction<Thrown: Error>(
    orCancelled cancelled: Thrown
  ) async throws(Thrown) -> Output {
    throw cancelled
  }
}
