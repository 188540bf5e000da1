import Foundation
import ReactiveLoadable

/// The body of a response from memory, in chunks, with the planned faults.
struct MemoryBody: AsyncSequence, Sendable {
  let data: Data
  let chunkSize: Int
  let faults: [MemoryFault]
  let clock: any Clock<Duration>
  let onSent: @Sendable (Int) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncIteratorProtocol {
    let body: MemoryBody
    private var sent = 0

    init(body: MemoryBody) { self.body = body }

    mutating func next() async throws -> Data? {
      try Task.checkCancellation()
      guard sent < body.end else {
        try body.throwDrop()
        return nil
      }
      for case .pace(let time) in body.faults { try await body.clock.fault(for: time) }
      let chunk = Data(body.data.dropFirst(sent).prefix(Swift.min(body.chunkSize, body.end - sent)))
      sent += chunk.count
      body.onSent(chunk.count)
      return chunk
    }
  }

  /// The number of bytes that are sent.
  private var end: Int {
    faults.reduce(data.count) { end, fault in
      switch fault {
      case .drop(let count, _), .end(let count): Swift.min(end, Swift.max(0, count))
      case .status, .failure, .wait, .pace: end
      }
    }
  }

  private func throwDrop() throws {
    for case .drop(_, let error) in faults { throw error }
  }
}

extension Clock<Duration> {
  /// Waits for the time of a planned fault.
  func fault(for time: Duration) async throws {
    try await ClockWait.observed("MemoryTransport").during { try await sleep(for: time) }
  }
}
