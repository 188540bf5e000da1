import FlyingSocks
import Foundation

/// The body of an answer that is sent in chunks, with a pause before each but the first.
struct PacedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  /// What happens when half of it is sent.
  enum Accident: Sendable {
    /// The line breaks: the server closes the connection.
    case breaks
    /// Nothing more is sent until the gate is open.
    case stalls(Gate)
  }

  let data: Data
  /// The pause before each chunk but the first.
  let pause: Duration
  let accident: Accident?
  let clock: any Clock<Duration>
  let transfer: Transfer

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  /// The line broke.
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
      guard sent < body.data.count else { return nil }
      if sent > 0, body.pause > .zero { try await body.clock.sleep(for: body.pause) }
      if sent == body.middle { try await body.meetAccident() }
      let rest = body.data[sent..<(sent < body.middle ? body.middle : body.data.count)]
      let chunk = rest.prefix(count)
      sent += chunk.count
      body.transfer.note(sent: chunk.count)
      return chunk
    }
  }

  private var middle: Int { data.count / 2 }

  private func meetAccident() async throws {
    switch accident {
    case nil: break
    case .breaks: throw Broken()
    case .stalls(let gate):
      await gate.pass()
      try Task.checkCancellation()
    }
  }
}
