/// Cold inputs by request, which mock a service that answers each request differently.
///
/// ```swift
/// let load = m.responses(to: ["swift": "--x|", "rust": "----y|"], ["x": …, "y": …])
/// m.expect(load.requests, "-('swift' 'rust')")
/// let model = m.keep(SearchModel(load: { try await load($0) }, clock: m.clock))
/// m.expectSubscriptions(load["swift"], ["-^!"])
/// ```
///
/// A request without a diagram fails the test.
public final class MarbleResponses<Request: Hashable & Sendable, Output, Failure: Error> {
  /// The requests as they arrive, including those without a diagram.
  ///
  /// Requests are not buffered: expect them before the model makes its first request.
  public let requests: MarbleHot<Request, Never>

  private let colds: [Request: MarbleCold<Output, Failure>]
  /// The input for requests without a diagram; it completes immediately.
  private let fallback: MarbleCold<Output, Failure>
  private let noteUnknown: @Sendable (Request) -> Void

  init(
    _ colds: [Request: MarbleCold<Output, Failure>],
    fallback: MarbleCold<Output, Failure>,
    noteUnknown: @escaping @Sendable (Request) -> Void,
    timeline: RunTimeline
  ) {
    self.colds = colds
    self.fallback = fallback
    self.noteUnknown = noteUnknown
    requests = MarbleHot(timeline: timeline)
  }

  /// The input that answers a request: a publisher, a sequence through `elements`, a function.
  ///
  /// Reading it is not a request, and ``requests`` does not publish subscriptions to it.
  public subscript(request: Request) -> MarbleCold<Output, Failure> {
    if let cold = colds[request] { return cold }
    noteUnknown(request)
    return fallback
  }
}

extension MarbleResponses where Output: Sendable {
  /// Returns the first value of the request's diagram.
  ///
  /// Each call is one subscription. It throws the errors of ``MarbleCold/callAsFunction()``, and
  /// ``MarbleNoValue`` for a request without a diagram.
  @discardableResult
  public func callAsFunction(_ request: Request) async throws -> Output {
    try await input(request)()
  }

  /// Returns the first value of the request's diagram, for load functions with one error type.
  ///
  /// See the same function of ``MarbleCold``.
  @discardableResult
  public func callAsFunction(
    _ request: Request,
    orCancelled cancelled: Failure
  ) async throws(Failure) -> Output {
    try await input(request)(orCancelled: cancelled)
  }

  private func input(_ request: Request) -> MarbleCold<Output, Failure> {
    requests.play(.value(request))
    return self[request]
  }
}

extension MarbleResponses where Output: Sendable, Failure == Never {
  /// Returns the first value of a diagram that cannot fail, for load functions with one error type.
  ///
  /// Name the type: `try await load(request, orCancelled: SearchError.cancelled)`. The call throws
  /// only that.
  @discardableResult
  public func callAsFunction<Thrown: Error>(
    _ request: Request,
    orCancelled cancelled: Thrown
  ) async throws(Thrown) -> Output {
    try await input(request)(orCancelled: cancelled)
  }
}

extension MarbleResponses: Sendable where Output: Sendable {}
