import FlyingSocks
import Foundation
import Synchronization

/// A body that is sent in chunks, with a pause between chunks.
struct PacedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  enum Accident: Sendable {
    case breaks
    case stalls(Gate)
  }

  let data: Data
  let pause: Duration
  let accident: Accident?
  let clock: any Clock<Duration>
  let transfer: Transfer

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Broken: Error {}

  struct Iterator: AsyncBufferedIteratorProtocol {
    let body: PacedBody
    private var sent = 0

    init(body: PacedBody) { self.body = body }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      let middle = body.data.count / 2
      guard sent < body.data.count else { return nil }
      if sent > 0, body.pause > .zero { try await body.clock.sleep(for: body.pause) }
      if sent == middle { try await body.meetAccident() }
      let rest = body.data[sent..<(sent < middle ? middle : body.data.count)]
      let chunk = rest.prefix(count)
      sent += chunk.count
      body.transfer.note(sent: chunk.count)
      return chunk
    }
  }

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

/// A body in flight to a client, released after the last byte or with the connection.
final class Transfer: Sendable {
  struct Record: Hashable, Sendable {
    var path: String
    var sent: Int
    var total: Int

    var isComplete: Bool { sent == total }
  }

  // Guards the count.
  private let record: Mutex<Record>
  private let ended: @Sendable (Record) -> Void

  init(path: String, total: Int, ended: @escaping @Sendable (Record) -> Void) {
    record = Mutex(Record(path: path, sent: 0, total: total))
    self.ended = ended
  }

  deinit { ended(record.withLock { $0 }) }

  func note(sent count: Int) { record.withLock { $0.sent += count } }
}

/// An invented episode; its bytes change from page to page, so a lost piece is detected.
enum SampleEpisode {
  static let size = 3_000_000

  static let data = {
    let pages = Data((0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    return Data((0...size / pages.count).flatMap { _ in pages }.prefix(size))
  }()
}
