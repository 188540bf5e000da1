import Foundation
import LoadableTesting
import ReactiveLoadable
import Testing

/// Random scripts through an app whose writes edit two loaders, a key of a cache and two lists,
/// compared with a reference model before and after every step, and in every delivery.
///
/// `TARGETS_SCRIPTS=50000 swift test --filter TargetsOracle` runs that many, and `TARGETS_SEED` is
/// the first seed; `TARGETS_TRACE=1` prints the events.
@Suite struct `The reference model of several targets (L21)` {
  private static let scripts = number("TARGETS_SCRIPTS") ?? 400
  private static let first = number("TARGETS_SEED") ?? 0

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test func `random scripts agree with the reference model`() async {
    var (deliveries, current) = (0, 0)
    for seed in Self.first..<(Self.first + Self.scripts) {
      let play = play(seed)
      #expect(play.broken == nil, "seed \(seed)")
      if play.broken != nil { return }
      deliveries += play.deliveries
      current += play.current
      // Other tests wait for the threads of tasks.
      await Task.yield()
    }
    #expect(deliveries > 100 * Self.scripts, "few deliveries: \(deliveries)")
    #expect(current > Self.scripts, "few values are those of the server: \(current)")
  }

  private func play(_ seed: Int) -> (broken: String?, deliveries: Int, current: Int) {
    var result = (broken: String?.none, deliveries: 0, current: 0)
    marbles(replaying: MarbleOrder(integerLiteral: UInt64(seed))) { m in
      let script = TargetsScript(seed: seed)
      let witness = TargetsWitness(script, m.clock)
      let play = m.keep(TargetsPlay(witness, m.clock))
      for (number, step) in script.acts.enumerated() {
        m.at(step.time) { play.perform(number, step.act) }
      }
      m.at(.seconds(4)) {
        let current = play.conclude()
        result = (witness.broken, witness.deliveries, current)
      }
    }
    return result
  }
}
