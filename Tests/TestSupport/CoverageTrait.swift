package import MarbleTesting
package import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test, with a reason, on a system where marble runs do not control a mechanism.
  package static func needs(_ mechanisms: MarbleCoverage.Mechanism...) -> Self {
    .enabled("this system does not let marble runs control \(mechanisms)") {
      mechanisms.allSatisfy(MarbleCoverage.measured.covers)
    }
  }
}
