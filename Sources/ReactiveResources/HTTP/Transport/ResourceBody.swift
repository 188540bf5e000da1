public import Foundation

/// The body of an answer as it comes, in chunks of any size.
///
/// It is read once.
public struct ResourceBody: AsyncSequence, Sendable {
  private let makeNext: @Sendable () -> Iterator.Next

  /// Wraps the chunks that a client brings.
  ///
  /// - Parameter chunks: The chunks in order. It ends the transfer when the task that reads it is
  ///   cancelled and when it is dropped before its end.
  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
    makeNext = {
      var iterator = chunks.makeAsyncIterator()
      return { try await iterator.next(isolation: #isolation) }
    }
  }

  /// Makes a body of chunks that are there already.
  ///
  /// - Parameter chunks: The chunks in order.
  public init(_ chunks: [Data]) {
    makeNext = {
      var iterator = chunks.makeIterator()
      return { iterator.next() }
    }
  }

  /// Starts reading.
  ///
  /// - Returns: An iterator over the chunks, for one task.
  public func makeAsyncIterator() -> Iterator { Iterator(read: makeNext()) }
}

extension ResourceBody {
  /// Reads the chunks in order.
  public struct Iterator: AsyncIteratorProtocol {
    typealias Next = () async throws -> Data?

    let read: Next

    /// Waits for the next chunk.
    ///
    /// - Returns: The chunk; `nil` at the end of the body.
    /// - Throws: What broke the transfer, or that the task was cancelled.
    public mutating func next() async throws -> Data? { try await read() }
  }
}
