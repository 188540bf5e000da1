extension OutsideActivity {
  /// The activity as a sentence, its cause first.
  package func text(_ record: RunRecord) -> String {
    let left = leftovers.texts(record).prefix(8).map { "still alive at the end: \($0)" }
    let symptoms = wakes.texts + uses.texts(record) + left
    guard !work.isEmpty else { return listing(symptoms, after: "Another thread used this run") }
    let cause = listing(work.texts, after: "Code of this run started work outside it")
    return ([cause] + symptoms.prefix(8).map { "  \($0)" }).joined(separator: "\n")
  }

  package var meaning: String {
    let nature =
      "A run does not control or wait for dispatch queues, threads, run loops, other processes, the network "
      + "and custom executors. Their timing is not deterministic, so the recording is not either."
    let runLoops: Set<OutsideWork.Kind> = [.runLoopTimer, .runLoopBlock]
    return work.contains { runLoops.contains($0.kind) }
      ? nature + " The run occupies its thread, so the run loop of the thread does not run."
      : nature
  }

  package var remedy: String {
    let replacement = "Replace it in the test with `m.hot`, `m.cold` or `m.at`"
    return work.isEmpty
      ? "\(replacement). Do not share inputs, clocks and actors between runs."
      : "\(replacement). If the test does not depend on it, allow it with `marbles(allowing: .outsideWork)`."
  }
}

extension [ForeignWake] {
  fileprivate var texts: [String] {
    grouped(by: \.text).map { text, wakes in
      "it resumed \(text), \(times(wakes.count))at \(wakes[0].time.elapsedText)"
    }
  }
}

extension ForeignWake {
  /// The number of a task differs from run to run, so its start identifies it.
  fileprivate var text: String {
    let started = start.map { ", started at \($0.text)" } ?? ""
    return (task == 0 ? "an actor" : "a task") + started
  }
}

extension [OffThreadUse] {
  /// Each object with the number of its uses.
  fileprivate func texts(_ record: RunRecord) -> [String] {
    grouped(by: \.object).map { object, uses in
      let name =
        switch object {
        case .named(let name): name
        case .input(let input): "the input \(SourceLabel.input(input, of: record))"
        }
      return "it used \(name) \(times(uses.count))at \(uses[0].time.elapsedText)"
    }
  }
}

extension [OutsideWork] {
  /// The work, equal work in one line with its count: `DispatchQueue.async in Player.load(), …`.
  package var texts: [String] {
    let places = map(\.callers).places
    return grouped { $0.kind.text(places[$0.callers]) }.map { text, group in
      "\(text), \(times(group.calls(at: places)))at \(group[0].start.text)"
    }
  }

  /// The number of calls that started work with the same text.
  ///
  /// One call of the system can start work at several places in itself, and a loop repeats all of
  /// them. A call is known by its address, or by its stack if the caller is unknown.
  private func calls(at places: [CallStack: CallPlace]) -> Int {
    let sites = grouped { work in
      places[work.callers]?.address.map(AnyHashable.init) ?? AnyHashable(work.callers)
    }
    return sites.reduce(0) { count, site in
      count + (site.elements.grouped(by: \.callers).map(\.elements.count).max() ?? 0)
    }
  }
}

extension [CallStack] {
  /// The places of the first call stacks, because each takes milliseconds to read.
  var places: [CallStack: CallPlace] {
    let stacks = grouped(by: \.self).prefix(32).map(\.key)
    return Dictionary(uniqueKeysWithValues: stacks.map { ($0, CallPlace(of: $0)) })
  }
}

/// A number of calls, for use before the time of the first.
private func times(_ count: Int) -> String {
  guard count > 1 else { return "" }
  return "\(count) times" + (count == OutsideWork.maxCount ? " or more" : "") + ", first "
}

extension OutsideWork.Kind {
  fileprivate func text(_ place: CallPlace?) -> String {
    // The type of an executor names the work better than a function of the system.
    let call = if case .executor = self { String?.none } else { place?.call }
    let name = call ?? noun
    return place?.caller.map { "\(name) in \($0)" } ?? name
  }

  private var noun: String {
    switch self {
    case .dispatchQueue: "work on a dispatch queue"
    // The function of dispatch is inlined into the caller.
    case .delayedBlock: "DispatchQueue.asyncAfter"
    case .dispatchSource: "a dispatch source"
    case .thread: "a thread"
    case .process: "another process"
    case .runLoopTimer: "a timer of a run loop"
    case .runLoopBlock: "a block on a run loop"
    case .executor(let type): "a job on the executor \(type)"
    }
  }
}
