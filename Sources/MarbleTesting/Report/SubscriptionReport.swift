/// The failure text of the subscriptions of one cold input.
struct SubscriptionReport {
  let isEmpty: Bool
  let text: String

  init(
    _ expected: [MarbleDiagram],
    _ actual: [SubscriptionLog.Entry],
    _ inputPlace: Place?,
    _ place: Place,
    _ run: Run
  ) {
    let wanted = expected.map(\.interval)
    let got = actual.map(\.text)
    isEmpty = wanted == got
    let label = inputPlace.flatMap(SourceLabel.variable) ?? "cold"
    let lines = (0..<max(wanted.count, got.count)).compactMap { index -> String? in
      let wanted = index < wanted.count ? wanted[index] : "none"
      let got = index < got.count ? got[index] : "none"
      return wanted == got ? nil : " \(label)[\(index)] expected \(wanted), got \(got)"
    }
    text = (["\(place.text)  \(label): the subscriptions differ"] + lines).joined(separator: "\n")
  }
}

extension MarbleDiagram {
  /// `^60 !80`, in milliseconds.
  var interval: String {
    events.map { "\($0.signal.text)\($0.time.millisecondsText)" }.joined(separator: " ")
  }
}

extension SubscriptionLog.Entry {
  var text: String {
    "^\(began.millisecondsText)" + (ended.map { " !\($0.millisecondsText)" } ?? "")
  }
}
