import FlyingSocks
import Foundation

/// The body of an answer that is sent in chunks, with a pause before each but the first.
struct PacedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  let data: Data
  /// The pause before each chunk but the first.
  let pause: Duration
  /// After how many bytes the line breaks; nil for a line that holds.
  var breaksAfter: Int?
  let clock: any Clock<Duration>
  let transfer: Transfer

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  /// The line broke: the server closes the connection on this.
  struct Broken: Error {}
}

extension PacedBody {
  struct Iterator: AsyncBufferedIteratorProtocol {
    let body: PacedBody
    private var sent = 0

    init(body: PacedBody) { self.body = body }

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      let rest = body.data.dropFirst(sent)
      guard !rest.isEmpty else { return nil }
      if sent > 0, body.pause > .zero { try await body.clock.sleep(for: body.pause) }
      if let limit = body.breaksAfter, sent >= limit { throw Broken() }
      let chunk = rest.prefix(Swift.min(count, (body.breaksAfter ?? .max) - sent))
      sent += chunk.count
      body.transfer.note(sent: chunk.count)
      return chunk
    }
  }
}
