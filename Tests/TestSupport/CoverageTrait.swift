package import MarbleTesting
package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test, with a reason, on a system where marble runs do not control a mechanism.
  package static func needs(_ mechanisms: MarbleCoverage.Mechanism...) -> Self {
    .enabled("this system does not let marble runs control \(mechanisms)") {
      mechanisms.allSatisfy(MarbleCoverage.measured.covers)
    }
  }

  /// Skips a test of work that ends in the call that starts it, on systems where it starts a hop
  /// later.
  package static var needsImmediateTasks: Self {
    .enabled("this system has no immediate tasks: Apple systems before 26") { hasImmediateTasks }
  }
}

private var hasImmediateTasks: Bool {
  #if LIKE_MACOS_15
  false
  #else
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
  #endif
}
