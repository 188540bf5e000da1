public import Foundation

/// The body of a response, in chunks of any size as they arrive.
///
/// It can be read once.
public struct ResourceBody: AsyncSequence, Sendable {
  private let makeNext: @Sendable () -> Iterator.Next

  /// Creates a body from a function that returns the function of each iterator.
  init(makeNext: @escaping @Sendable () -> Iterator.Next) { self.makeNext = makeNext }

  /// Creates a body from the chunks of a client.
  ///
  /// - Parameter chunks: The chunks in order. The sequence must end the transfer when the reading
  ///   task is cancelled, and when it is dropped before its end.
  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
    makeNext = {
      var iterator = chunks.makeAsyncIterator()
      return { try await iterator.next(isolation: #isolation) }
    }
  }

  /// Creates a body from chunks in memory, in order.
  public init(_ chunks: [Data]) {
    makeNext = {
      var iterator = chunks.makeIterator()
      return { iterator.next() }
    }
  }

  /// Returns an iterator over the chunks, for one task.
  public func makeAsyncIterator() -> Iterator { Iterator(read: makeNext()) }
}

extension ResourceBody {
  /// Reads the start of a body; an error ends it, and more bytes than the limit are dropped.
  func start(upTo limit: Int) async -> Data {
    var (start, rest) = (Data(), makeAsyncIterator())
    while start.count < limit, let chunk = try? await rest.next() {
      start += chunk.prefix(limit - start.count)
    }
    return start
  }

  /// Returns the body with a check after each chunk and at the end, whose error ends it.
  func checked(_ check: @escaping @Sendable () throws -> Void) -> ResourceBody {
    ResourceBody { [makeNext] in
      let next = makeNext()
      return {
        let chunk = try await next()
        try check()
        return chunk
      }
    }
  }
}

extension ResourceBody {
  /// An iterator over the chunks in order.
  public struct Iterator: AsyncIteratorProtocol {
    typealias Next = () async throws -> Data?

    let read: Next

    /// Waits for the next chunk.
    ///
    /// - Returns: The chunk; `nil` at the end of the body.
    /// - Throws: The error of the transfer, or a `CancellationError`.
    public mutating func next() async throws -> Data? { try await read() }
  }
}
