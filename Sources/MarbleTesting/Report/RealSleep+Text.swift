extension [RealSleep] {
  /// The sleeps, equal ones in one line with their count.
  var texts: [String] {
    groups.map { place, sleeps in
      let first = sleeps[0]
      let sleep = "\(first.task) slept for \(first.delay.elapsedText)\(place)"
      guard sleeps.count > 1, let last = sleeps.last else {
        return "\(sleep) at \(first.start.text)"
      }
      return "\(sleep), \(sleeps.count) times from \(first.start.time.elapsedText) to "
        + "\(last.start.time.elapsedText), caused by \(first.start.causeText)"
    }
  }

  /// The sleeps by task, delay, caller and cause, in the order of their first, with the text of the
  /// caller: ` in FeedModel.poll()`.
  private var groups: [(place: String, sleeps: [RealSleep])] {
    var places = CallPlaces()
    var groups: [(place: String, sleeps: [RealSleep])] = []
    var indices: [String: Int] = [:]
    for sleep in self {
      let place = places.place(of: sleep.callers)?.caller.map { " in \($0)" } ?? ""
      let key = "\(sleep.task) \(sleep.delay)\(place) \(sleep.start.causeText)"
      if let index = indices[key] {
        groups[index].sleeps.append(sleep)
      } else {
        indices[key] = groups.count
        groups.append((place, [sleep]))
      }
    }
    return groups
  }
}

extension AllowedActivity {
  /// A note about what the run allowed; nil if it was nothing.
  var text: String? {
    let parts = sleeps.texts + work.texts
    return parts.isEmpty ? nil : lines(parts, after: "Allowed in this run")
  }
}
