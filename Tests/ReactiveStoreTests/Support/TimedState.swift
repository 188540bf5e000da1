import Foundation
import ReactiveLoadable
import TestSupport

/// The number of random scripts to compare; `STORE_SCRIPTS` in the environment sets a larger one.
let chanceScripts = ProcessInfo.processInfo.environment["STORE_SCRIPTS"].flatMap(UInt64.init) ?? 60

/// A state at a time.
struct TimedState<Value: Sendable & Equatable>: Sendable, Equatable {
  let time: Duration
  let state: Loadable<Value, LoadError>

  init(_ time: Duration, _ state: Loadable<Value, LoadError>) {
    self.time = time
    self.state = state
  }
}

extension Log {
  /// The recorded states, without those that repeat the one before.
  func changes<Value>() -> [TimedState<Value>] where Entry == TimedState<Value> {
    entries.reduce(into: []) { if $0.last?.state != $1.state { $0.append($1) } }
  }
}

extension LoadPolicy {
  static func random(on clock: any Clock<Duration>, _ chance: inout Seeded) -> Self {
    LoadPolicy(
      previous: [.ofSameRequest, .always, .never].randomElement(using: &chance) ?? .never,
      interruption: Bool.random(using: &chance) ? .replace : .ignore,
      duplicate: Bool.random(using: &chance) ? .join : .replace,
      freshness: Bool.random(using: &chance) ? .forever : .lasting(.milliseconds(60)),
      retry: Bool.random(using: &chance) ? .never : .constant(.milliseconds(10), limit: 2),
      timeout: Bool.random(using: &chance) ? nil : LoadTimeout(load: .milliseconds(35)),
      clock: clock
    )
  }
}
