import Foundation
import ReactiveLoadable

/// A defect of the models in printed tests, which the variable `PLANTED_DEFECT` chooses.
enum PlantedDefect {
  static let name = ProcessInfo.processInfo.environment["PLANTED_DEFECT"]

  /// Delays an answer, if that is the defect.
  static func delay() async {
    if name == "late answers" { try? await Task.sleep(for: .milliseconds(10)) }
  }
}

extension LoadPolicy {
  /// The policy, without the join of a load by another one if that is the defect.
  var planted: LoadPolicy {
    var policy = self
    if PlantedDefect.name == "no join" { policy.duplicate = .replace }
    return policy
  }
}
