extension [RealSleep] {
  /// The sleeps, equal ones in one line with their count.
  var texts: [String] {
    groups.map { sleeps in
      let first = sleeps[0]
      let sleep = "\(first.task) slept for \(first.delay.elapsedText)"
      guard sleeps.count > 1, let last = sleeps.last else {
        return "\(sleep) at \(first.start.text)"
      }
      return "\(sleep), \(sleeps.count) times from \(first.start.time.elapsedText) to "
        + "\(last.start.time.elapsedText), caused by \(first.start.causeText)"
    }
  }

  /// The sleeps by task, delay and cause, in the order of their first.
  private var groups: [[RealSleep]] {
    let keys = map { "\($0.task) \($0.delay) \($0.start.causeText)" }
    var groups: [[RealSleep]] = []
    var indices: [String: Int] = [:]
    for (key, sleep) in zip(keys, self) {
      if let index = indices[key] {
        groups[index].append(sleep)
      } else {
        indices[key] = groups.count
        groups.append([sleep])
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
