import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

/// Random scripts through an app with three loaders, a list, a cache, two mutations and one scope,
/// compared with a reference model before and after every step.
///
/// `SCOPE_SCRIPTS=50000 swift test --filter ScopeOracle` runs that many, and `SCOPE_SEED` is the first
/// seed, and with `SCOPE_TRACE` they print every step.
@Suite struct `The reference model of scopes (S)` {
  private static let scripts = number("SCOPE_SCRIPTS") ?? 400
  private static let first = number("SCOPE_SEED") ?? 0

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test func `random scripts agree with the reference model`() {
    for seed in Self.first..<(Self.first + Self.scripts) {
      let broken = play(seed)
      #expect(broken == nil, "seed \(seed)")
      if broken != nil { break }
    }
  }

  private func play(_ seed: Int) -> String? {
    var broken: String?
    marbles(replaying: MarbleOrder(integerLiteral: UInt64(seed))) { m in
      let script = ScopeScript(seed: seed)
      let (clock, start) = (m.clock, m.clock.now)
      let play = m.keep(ScopePlay(script, clock) { start.duration(to: clock.now) })
      for (number, step) in script.acts.enumerated() {
        m.at(step.time) { play.perform(number, step.act) }
      }
      m.at(.seconds(3)) {
        play.conclude()
        broken = play.broken
      }
    }
    return broken
  }
}
