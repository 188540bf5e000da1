import Foundation
import ReactiveLoadable

/// A defect of the models in printed tests, which the variable `PLANTED_DEFECT` chooses.
enum PlantedDefect {
  static let name = ProcessInfo.processInfo.environment["PLANTED_DEFECT"]

  /// The start of the diagrams of answers: a delay of the first one, if that is the defect.
  static var late: String { name == "late answers" ? "10ms " : "" }
}

extension LoadPolicy {
  /// The policy, without the join of a load by another one if that is the defect.
  var planted: LoadPolicy {
    var policy = self
    if PlantedDefect.name == "no join" { policy.duplicate = .replace }
    return policy
  }
}
