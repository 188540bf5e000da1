import MarbleTesting
import ReactiveLoadable
import TestSupport

/// A server whose answers, delays and faults come by chance, the same ones for the same seed.
final class ChanceServer: Sendable {
  private let seed: UInt64
  private let clock: MarbleClock
  private let calls = Log<String>()

  init(_ seed: UInt64, on clock: MarbleClock) {
    self.seed = seed
    self.clock = clock
  }

  /// What was asked for, in order.
  var asked: [String] { calls.entries }

  /// Answers with the number of the call, at once or later, or not at all.
  func answer(_ request: String, after frames: ClosedRange<Int> = 0...4) async throws -> String {
    calls.note(request)
    var chance = Seeded(seed &+ UInt64(calls.entries.count) &* 977)
    let delay = Duration.milliseconds(10 * Int.random(in: frames, using: &chance))
    let number = "\(request)\(calls.entries.count)"
    let isDeaf = Bool.random(using: &chance)
    if delay > .zero {
      if isDeaf {
        await Task { [clock] in try? await clock.sleep(for: delay) }.value
      } else {
        try await clock.sleep(for: delay)
      }
    }
    switch Int.random(in: 0..<10, using: &chance) {
    case 0: throw CancellationError()
    case 1...3: throw Broken()
    default: return number
    }
  }

  /// Answers with a page of rows, of which some are on other pages, too; a few have none.
  ///
  /// Never at once: a loader takes a page that is there within the call that asks for it, before it asks
  /// for one at the other end; a store takes it when its turn comes.
  func page(_ request: PageRequest<String, Int>) async throws -> Page<Int, ChanceRow> {
    let number = request.cursor ?? 0
    _ = try await answer("\(request.key)\(number)", after: 1...4)
    var chance = Seeded(seed &+ UInt64(bitPattern: Int64(number)) &* 31)
    let count = [0, 2, 3].randomElement(using: &chance) ?? 0
    let first = number * 3 - Int.random(in: 0...1, using: &chance)
    let rows = (first..<first + count).map { ChanceRow(id: $0, text: request.key) }
    let next =
      [number + 1, number + 1, number + 1, number, nil].randomElement(using: &chance) ?? nil
    return Page(rows, next: next, previous: number > -3 ? number - 1 : nil)
  }
}

struct ChanceRow: Sendable, Hashable, Identifiable {
  let id: Int
  var text: String
}
