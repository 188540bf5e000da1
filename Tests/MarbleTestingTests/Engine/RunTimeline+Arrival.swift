@testable import MarbleTesting

extension RunTimeline {
  /// Takes what is due in the order of arrival.
  func popDue() -> Entry? {
    var arrival = SchedulingStrategy(nil)
    return popDue(&arrival)
  }
}
