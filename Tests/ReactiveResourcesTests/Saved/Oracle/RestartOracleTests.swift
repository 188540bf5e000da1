import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources
import Testing

/// Random scripts of a saved loader, cache or list over several processes, compared with an
/// independent model: the first value that a process shows was loaded for that very request since
/// its last reset.
///
/// `RESTART_SCRIPTS=50000 swift test --filter RestartOracle` runs that many, and `RESTART_SEED` is the
/// first seed.
@Suite struct `The independent model of saved values (V)` {
  private static let scripts = number("RESTART_SCRIPTS") ?? 400
  private static let first = number("RESTART_SEED") ?? 0

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test(arguments: RestartScript.Subject.allCases)
  func `random scripts over several processes agree with the model`(
    _ subject: RestartScript.Subject
  ) {
    for seed in Self.first..<(Self.first + Self.scripts) {
      let broken = play(seed, subject)
      #expect(broken == nil, "seed \(seed)")
      if broken != nil { break }
    }
  }

  private func play(_ seed: Int, _ subject: RestartScript.Subject) -> String? {
    var broken: String?
    marbles(replaying: MarbleOrder(integerLiteral: UInt64(seed))) { m in
      let script = RestartScript(seed: seed, subject)
      let play = m.keep(RestartPlay(script, m.clock))
      for step in script.acts { m.at(step.time) { play.perform(step.act) } }
      m.at(.seconds(2)) { m.keep(play.end()) }
      m.at(.seconds(3)) {
        play.checkRecords()
        play.restart()
      }
      for (number, request) in RestartScript.requests.enumerated() {
        var load: (any RestartFirstLoad)?
        m.at(.milliseconds(3100 + 300 * number)) { load = play.firstLoad(of: request) }
        m.at(.milliseconds(3350 + 300 * number)) { load?.check() }
      }
      m.at(.seconds(5)) { broken = play.run.broken }
    }
    return broken
  }
}
