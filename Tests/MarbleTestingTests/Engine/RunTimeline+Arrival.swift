@testable import MarbleEngine

extension RunTimeline {
  /// Takes what is due in the order of arrival.
  func popDue() -> Entry? {
    var arrival = SchedulingStrategy()
    return popDue(&arrival)
  }
}
