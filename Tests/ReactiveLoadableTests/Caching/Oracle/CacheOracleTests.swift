import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

/// Random scripts through a real cache, compared with the reference model before and after every
/// step.
///
/// `CACHE_SCRIPTS=50000 swift test --filter CacheOracle` runs that many, `CACHE_SEED` is the first seed,
/// and with `CACHE_TRACE` they print every step.
@Suite struct `The reference model of caches (C)` {
  static let scripts = number("CACHE_SCRIPTS") ?? 500
  static let first = number("CACHE_SEED") ?? 0

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test func `random scripts agree with the reference model`() {
    for seed in Self.first..<(Self.first + Self.scripts) {
      let law = play(seed)
      #expect(law == nil, "seed \(seed)")
      if law != nil { break }
    }
  }

  private func play(_ seed: Int) -> String? {
    var broken: String?
    marbles(replaying: MarbleOrder(integerLiteral: UInt64(seed))) { m in
      let script = CacheScript(seed: seed)
      let (clock, start) = (m.clock, m.clock.now)
      let witness = CacheWitness(script.rules) { start.duration(to: clock.now) }
      let play = m.keep(CachePlay(script, clock, witness))
      for (number, step) in script.acts.enumerated() {
        m.at(step.time) { play.perform(number, step.act) }
      }
      m.at(.seconds(2)) { play.leave() }
      m.at(.seconds(4)) {
        play.conclude()
        broken = witness.broken
      }
    }
    return broken
  }
}
