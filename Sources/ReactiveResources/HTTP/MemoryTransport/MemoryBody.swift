import Foundation
import ReactiveLoadable

/// The body of a response from memory, in chunks, with the planned faults.
struct MemoryBody: Sendable {
  let data: Data
  let chunkSize: Int
  let faults: [MemoryFault]
  let clock: any Clock<Duration>
  let onSent: @Sendable (Int) -> Void
  var sent = 0

  mutating func next() async throws -> Data? {
    try Task.checkCancellation()
    guard sent < end else {
      for case .drop(_, let error) in faults { throw error }
      return nil
    }
    for case .pace(let time) in faults { try await clock.fault(for: time) }
    let chunk = Data(data.dropFirst(sent).prefix(min(chunkSize, end - sent)))
    sent += chunk.count
    onSent(chunk.count)
    return chunk
  }

  /// The number of bytes that are sent.
  private var end: Int {
    faults.reduce(data.count) { end, fault in
      switch fault {
      case .drop(let count, _), .end(let count): min(end, max(0, count))
      case .status, .failure, .wait, .pace: end
      }
    }
  }
}

extension Clock<Duration> {
  /// Waits for the time of a planned fault.
  func fault(for time: Duration) async throws {
    try await ClockWait.observed("MemoryTransport").during { try await sleep(for: time) }
  }
}
