extension ForeignWake {
  var text: String {
    let what = task == 0 ? "an actor" : "task \(task)"
    let started = origin.map { ", started at \($0.text)" } ?? ""
    return "  \(what)\(started), resumed at \(time.elapsedText)"
  }
}

extension Timeline.Entry {
  var kind: String {
    switch wait {
    case .sleeper: "a sleeper on m.clock"
    case .realSleep: "a Task.sleep"
    case .scheduled: "an action on m.scheduler"
    case .input: "an input"
    case .cold: "a cold input"
    }
  }

  var text: String {
    let since = Origin(time: began, cause: cause).text
    return "\(kind), waiting until \(time.elapsedText) since \(since)"
  }
}

extension RealSleep {
  var text: String {
    "  \(task) slept for \(delay.elapsedText) at \(origin.text)"
  }
}

extension Origin {
  /// The time and the cause: `20ms, caused by SearchTests.swift:31`.
  var text: String {
    "\(time.elapsedText), caused by \(causeText)"
  }

  var causeText: String { cause?.text ?? "the body" }
}
