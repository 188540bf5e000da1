import FlyingFox
import FlyingSocks
import Foundation

/// The body of a response that stops in the middle until a gate is open, and may break off there.
struct GatedBody: AsyncBufferedSequence {
  typealias Element = UInt8

  struct Broken: Error {}

  var data: Data
  /// The number of bytes before the gate.
  var first: Int
  var gate: Gate = .opened
  var breaksOff = false

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let body: GatedBody
    private var sent = 0

    init(body: GatedBody) { self.body = body }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      if sent == body.first {
        await body.gate.wait()
        if body.breaksOff { throw Broken() }
      }
      let end = sent < body.first ? body.first : body.data.count
      guard sent < end else { return nil }
      let chunk = body.data[sent..<Swift.min(end, sent + count)]
      sent += chunk.count
      return Data(chunk)
    }
  }
}
