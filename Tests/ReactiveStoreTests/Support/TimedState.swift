import Foundation
import ReactiveLoadable
import TestSupport

/// The number of random scripts to compare; `STORE_SCRIPTS` in the environment sets a larger one.
let randomScripts = ProcessInfo.processInfo.environment["STORE_SCRIPTS"].flatMap(UInt64.init) ?? 60

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
  static func random(on clock: any Clock<Duration>, _ random: inout SeededGenerator) -> Self {
    LoadPolicy(
      previous: [.ofSameRequest, .always, .never].randomElement(using: &random) ?? .never,
      interruption: Bool.random(using: &random) ? .replace : .ignore,
      duplicate: Bool.random(using: &random) ? .join : .replace,
      freshness: Bool.random(using: &random) ? .forever : .lasting(.milliseconds(60)),
      retry: Bool.random(using: &random) ? .never : .constant(.milliseconds(10), limit: 2),
      timeout: Bool.random(using: &random) ? nil : LoadTimeout(load: .milliseconds(35)),
      clock: clock
    )
  }
}
