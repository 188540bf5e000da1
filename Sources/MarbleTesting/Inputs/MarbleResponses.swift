/// Cold inputs by request: a stand-in for a service that answers each request in its own way.
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
  /// The requests as they come, also those without a diagram.
  ///
  /// They are not kept for who looks later: expect them before the model asks.
  public let requests: MarbleHot<Request, Never>

  private let colds: [Request: MarbleCold<Output, Failure>]
  /// For requests that nobody has drawn: it ends at once.
  private let stranger: MarbleCold<Output, Failure>
  private let strangers: Lock<[String]>

  init(
    _ colds: [Request: MarbleCold<Output, Failure>],
    stranger: MarbleCold<Output, Failure>,
    strangers: Lock<[String]>,
    timeline: Timeline
  ) {
    self.colds = colds
    self.stranger = stranger
    self.strangers = strangers
    requests = MarbleHot(timeline: timeline)
  }

  /// The input that answers a request: a publisher, a sequence through `elements`, a function.
  ///
  /// Taking it is not yet a request; subscribing to it is not seen by ``requests``.
  public subscript(request: Request) -> MarbleCold<Output, Failure> {
    if let cold = colds[request] { return cold }
    strangers.withLock { $0.append(oneLine(request)) }
    return stranger
  }
}

extension MarbleResponses where Output: Sendable {
  /// Answers the first value of the request's diagram: this is one subscription.
  ///
  /// - Parameter request: One of those that have a diagram.
  /// - Returns: The value, in the frame it comes in.
  /// - Throws: What ``MarbleCold/callAsFunction()`` throws; ``MarbleNoValue`` for a request without
  ///   a diagram.
  @discardableResult
  public func callAsFunction(_ request: Request) async throws -> Output {
    try await asked(request)()
  }

  /// Answers the first value of the request's diagram, for load functions that throw one type of
  /// error.
  ///
  /// - Parameters:
  ///   - request: One of those that have a diagram.
  ///   - cancelled: What is thrown instead of a `CancellationError`, and where there is no value.
  /// - Returns: The value, in the frame it comes in.
  /// - Throws: The failure of the diagram, or `cancelled`.
  @discardableResult
  public func callAsFunction(
    _ request: Request,
    orCancelled cancelled: Failure
  ) async throws(Failure) -> Output {
    try await asked(request)(orCancelled: cancelled)
  }

  private func asked(_ request: Request) -> MarbleCold<Output, Failure> {
    requests.play(.value(request))
    return self[request]
  }
}

// SAFETY: everything in it is immutable and thread-safe by itself.
extension MarbleResponses: @unchecked Sendable where Output: Sendable {}
