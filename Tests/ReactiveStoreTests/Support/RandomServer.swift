import LoadableTesting
import ReactiveLoadable
import TestSupport

/// A server with random responses, delays and faults, reproducible by a seed.
final class RandomServer: Sendable {
  private let seed: UInt64
  private let clock: MarbleClock
  private let calls = Log<String>()

  init(_ seed: UInt64, on clock: MarbleClock) {
    self.seed = seed
    self.clock = clock
  }

  /// The requests, in order.
  var requests: [String] { calls.entries }

  /// Responds with the number of the call, immediately or later, or not at all.
  func answer(_ request: String, after frames: ClosedRange<Int> = 0...4) async throws -> String {
    calls.note(request)
    var random = SeededGenerator(seed &+ UInt64(calls.entries.count) &* 977)
    let delay = Duration.milliseconds(10 * Int.random(in: frames, using: &random))
    let number = "\(request)\(calls.entries.count)"
    let ignoresCancellation = Bool.random(using: &random)
    if delay > .zero {
      if ignoresCancellation {
        await Task { [clock] in try? await clock.sleep(for: delay) }.value
      } else {
        try await clock.sleep(for: delay)
      }
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: throw CancellationError()
    case 1...3: throw Broken()
    default: return number
    }
  }

  /// Responds with a page of rows, some of which are on other pages, too; a few have none.
  ///
  /// Never synchronously: a loader adds a synchronous page within the call that requests it, before
  /// it requests one at the other end; a store adds it in a later turn.
  func page(_ request: PageRequest<String, Int>) async throws -> Page<Int, ChanceRow> {
    let number = request.cursor ?? 0
    _ = try await answer("\(request.key)\(number)", after: 1...4)
    var random = SeededGenerator(seed &+ UInt64(bitPattern: Int64(number)) &* 31)
    let count = [0, 2, 3].randomElement(using: &random) ?? 0
    let first = number * 3 - Int.random(in: 0...1, using: &random)
    let rows = (first..<first + count).map { ChanceRow(id: $0, text: request.key) }
    let next =
      [number + 1, number + 1, number + 1, number, nil].randomElement(using: &random) ?? nil
    return Page(rows, next: next, previous: number > -3 ? number - 1 : nil)
  }

  /// Reports a part or progress of most pages first, after a frame.
  func page(
    _ request: PageRequest<String, Int>,
    _ report: LoadReporter<Page<Int, ChanceRow>>
  ) async throws -> Page<Int, ChanceRow> {
    let number = request.cursor ?? 0
    try await clock.sleep(for: .milliseconds(10))
    var random = SeededGenerator(seed &+ UInt64(calls.entries.count) &* 31)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: break
    case 1: report.progress(Double.random(in: 0...1, using: &random))
    case let count:
      let first = number * 3 - Int.random(in: 0...1, using: &random)
      let rows = (first..<first + count).map { ChanceRow(id: $0, text: request.key) }
      report.value(Page(rows, next: number + 1, previous: number - 1))
    }
    return try await page(request)
  }
}

struct ChanceRow: Sendable, Hashable, Identifiable {
  let id: Int
  var text: String
}
