/// A gate that suspends callers until it is opened.
package final class Held: Sendable {
  private let signal = AsyncStream.makeStream(of: Void.self)
  private let gate: Task<Void, Never>

  package init() {
    let stream = signal.stream
    gate = Task { for await _ in stream {} }
  }

  package func open() { signal.continuation.finish() }

  package func pass(_ value: Int) async -> Int {
    await gate.value
    return value
  }
}
