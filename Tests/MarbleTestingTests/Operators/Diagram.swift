import CombineShim
import MarbleTesting
import Testing

/// The output of an operator for its inputs; the diagrams are one below the other.
struct Diagram: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let first: String
  let second: String
  let third: String
  let output: String

  init(_ rule: String, in first: String, to output: String) {
    self.init(rule, in: first, in: "", in: "", to: output)
  }

  init(_ rule: String, in first: String, in second: String, to output: String) {
    self.init(rule, in: first, in: second, in: "", to: output)
  }

  init(_ rule: String, in first: String, in second: String, in third: String, to output: String) {
    testDescription = rule
    self.first = first
    self.second = second
    self.third = third
    self.output = output
  }
}

/// A diagram with its operator on a publisher.
struct PublisherDiagram: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let check: @Sendable (Marbles) -> Void

  init<Result: Publisher & SendableMetatype>(
    _ rule: String,
    in input: String,
    to output: String,
    _ operation: @escaping @Sendable (MarbleHot<String, Offline>) -> Result
  ) where Result.Output: Equatable & LosslessStringConvertible {
    testDescription = rule
    check = { m in m.expect(operation(m.hot(input, failure: Offline())), output) }
  }
}

/// A diagram with its operator on a sequence.
struct SequenceDiagram: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let check: @Sendable (Marbles) -> Void

  init<Result: AsyncSequence & SendableMetatype>(
    _ rule: String,
    in input: String,
    to output: String,
    _ operation: @escaping @Sendable (MarbleElements<String, Offline>) -> Result
  ) where Result.Element: Equatable & LosslessStringConvertible {
    testDescription = rule
    check = { m in m.expect(operation(m.hot(input, failure: Offline()).elements), output) }
  }
}

extension Duration {
  /// The duration of this many characters of a diagram.
  static func frames(_ count: Int) -> Duration { .milliseconds(10 * count) }
}

extension AsyncSequence where Self: Sendable {
  /// A consumer that is busy with each value for some time.
  func busy(for time: Duration, on clock: MarbleClock) -> AsyncMapSequence<Self, Element> {
    map { value in
      try? await clock.sleep(for: time)
      return value
    }
  }
}

extension Marbles {
  /// The values of a consumer whose task is cancelled at some time.
  func cancelled<Stream: AsyncSequence & Sendable>(
    _ stream: Stream,
    at time: Duration
  ) -> AsyncThrowingStream<Stream.Element, any Error> where Stream.Element: Sendable {
    let (seen, continuation) = AsyncThrowingStream.makeStream(of: Stream.Element.self)
    let task = Task {
      do {
        for try await value in stream { continuation.yield(value) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    at(time) { task.cancel() }
    return seen
  }
}

extension MarbleScheduler.Interval {
  static func frames(_ count: Int) -> Self { Self(duration: .frames(count)) }
}
