/// A policy with the parts that the loads of a reducer read for each action, resolved once.
package final class EmbeddedPolicy: Sendable {
  package let policy: LoadPolicy
  let resolved: LoadPolicy.Resolved
  /// True if the freshness depends on a clock.
  let isTimed: Bool
  let timeoutFailure: WorkResult?

  package init(_ policy: LoadPolicy) {
    self.policy = policy
    resolved = policy.resolved
    isTimed = policy.freshness.isTimed
    timeoutFailure = policy.timeoutFailure(of: LoadError.self)
  }
}

extension LoadPolicy.Resolved {
  /// The resolved form of the default policy.
  static let standard = LoadPolicy().resolved
}
