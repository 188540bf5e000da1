extension [RealSleep] {
  /// The sleeps, equal ones in one line with their count.
  package var texts: [String] {
    let places = filter { $0.wait == nil }.map(\.callers).places
    // By task, delay, caller and cause.
    let groups = grouped { sleep in
      let place = sleep.wait == nil ? places[sleep.callers]?.caller.map { " in \($0)" } : nil
      let start =
        "\(sleep.wait?.text ?? sleep.task) slept for \(sleep.delay.elapsedText)\(place ?? "")"
      return [start, sleep.start.causeText]
    }
    return groups.map { key, sleeps in
      let (first, sleep) = (sleeps[0], key[0])
      guard sleeps.count > 1, let last = sleeps.last else {
        return "\(sleep) at \(first.start.text)"
      }
      return "\(sleep), \(sleeps.count) times from \(first.start.time.elapsedText) to "
        + "\(last.start.time.elapsedText), caused by \(first.start.causeText)"
    }
  }

  /// The remedy, with the code that passes the clock of the run to each wait of a library.
  package var remedy: String {
    var settings: [String] = []
    for case let setting? in map(\.wait?.setting) where !settings.contains(setting) {
      settings.append(setting)
    }
    let here = settings.map { "`\($0)`" }.joined(separator: ", ")
    return
      "Inject the clock, and pass `m.clock` in the test\(here.isEmpty ? "" : ", here with \(here)"); "
      + "or allow sleeps with `marbles(allowing: .taskSleep)`."
  }

  package var meaning: String {
    let causes = [
      contains { $0.wait == nil }
        ? "The code under test calls `Task.sleep`, or an operator without an injected clock." : nil,
      contains { $0.wait != nil }
        ? "A loader or an operator without an injected clock waits on the clock of the system."
        : nil,
    ]
    return causes.compactMap(\.self).joined(separator: " ")
      + " This run used virtual time for it, so nothing waited."
  }
}

extension NamedWait {
  fileprivate var text: String { texts.text }

  /// The code that passes the clock of the run: `LoadPolicy(clock: m.clock)`.
  fileprivate var setting: String { texts.setting }

  private var texts: (text: String, setting: String) {
    switch kind {
    case "retry": ("a retry of \(owner)", "LoadPolicy(clock: m.clock)")
    case "retry of a write": ("a retry of \(owner)", "MutationPolicy(clock: m.clock)")
    case "timeout": ("a timeout of \(owner)", "LoadPolicy(clock: m.clock)")
    case "timeout of a write": ("a timeout of \(owner)", "MutationPolicy(clock: m.clock)")
    case "grace time": ("the grace time of \(owner)", "LoadPolicy(clock: m.clock)")
    case "polling": ("the polling of \(owner)", "poll(every:clock: m.clock)")
    case "debounce": ("the debounce of \(owner)", "search(on:clock: m.clock)")
    case "steadied": ("steadied()", "steadied(clock: m.clock)")
    case "FlagCollapse": ("a FlagCollapse", "FlagCollapse(…, clock: m.clock)")
    case "MemoryTransport": ("a delay of a MemoryTransport", "MemoryTransport(clock: m.clock)")
    case "Effect.send": ("an Effect.send(_:after:)", "send(_:after:on: m.clock)")
    default: ("a \(kind)", "clock: m.clock")
    }
  }
}

/// A note about what the run allowed; nil if it was nothing.
package func allowanceNote(_ sleeps: [RealSleep], _ work: [OutsideWork]) -> String? {
  let parts = sleeps.texts + work.texts
  return parts.isEmpty ? nil : listing(parts, after: "Allowed in this run")
}
