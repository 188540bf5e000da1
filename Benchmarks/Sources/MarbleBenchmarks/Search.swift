import AsyncAlgorithms
import LoadableTesting

/// The search of a view model: debounced terms or a refresh start a load, and the newest wins.
enum Search {
  /// A test with collisions: one refresh when a debounce ends, and one when a load ends.
  static func test(_ m: Marbles, trace: Trace? = nil) {
    let query = m.hot("-a(bc)------x--y-----z-|")
    let refresh = m.hot("---R-S-T-------------U----|")
    let load = m.cold("--r|")
    let clock = m.clock
    let results = results(query.elements, refresh.elements, clock) { _ in try await load() }
    m.expect(
      results.map { trace?.note($0, at: clock.now.offset) ?? $0 },
      "---s-(sxsx)-(sx)-r-----s-r--s(sx)-r--|"
    )
  }

  /// The same test, with a response for each of seven requests.
  static func testOfRequests(_ m: Marbles, trace: Trace? = nil) {
    let query = m.hot("-a(bc)------x--y-----z-|")
    let refresh = m.hot("---R-S-T-------------U----|")
    let requests = ["R", "S", "T", "U", "c", "y", "z"]
    let diagrams = Dictionary(uniqueKeysWithValues: requests.map { ($0, "--r|") })
    let load = m.responses(to: diagrams, failure: Offline())
    let clock = m.clock
    let results = results(query.elements, refresh.elements, clock) { try await load($0) }
    m.expect(
      results.map { trace?.note($0, at: clock.now.offset) ?? $0 },
      "---s-(sxsx)-(sx)-r-----s-r--s(sx)-r--|",
      failure: nil
    )
  }

  private struct Offline: Error {}

  private static func results(
    _ query: Elements<String, Never>,
    _ refresh: Elements<String, Never>,
    _ clock: MarbleClock,
    _ load: @escaping @Sendable (String) async throws -> String
  ) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      var current: Task<Void, Never>?
      for await term in merge(query.debounce(for: .milliseconds(30), clock: clock), refresh) {
        current?.cancel()
        continuation.yield("s")
        current = Task {
          do {
            continuation.yield(try await load(term))
          } catch {
            continuation.yield("x")
          }
        }
      }
      await current?.value
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}
