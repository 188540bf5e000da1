/// A policy with the parts that the loads of a reducer read for each action, resolved once.
package final class EmbeddedPolicy: Sendable {
  package let policy: LoadPolicy
  let rules: LoadPolicy.Rules
  /// A Boolean value that indicates whether the freshness depends on a clock.
  let isTimed: Bool
  let timeoutFailure: WorkResult?

  package init(_ policy: LoadPolicy) {
    self.policy = policy
    rules = policy.rules
    isTimed = policy.freshness.isTimed
    timeoutFailure = policy.timeoutFailure(of: LoadError.self)
  }
}

extension LoadPolicy.Rules {
  /// The rules of the default policy.
  static let standard = LoadPolicy().rules
}
