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
    var counts: [(text: String, time: Duration, count: Int)] = []
    for wake in self {
      let text = wake.text
      if let index = counts.firstIndex(where: { $0.text == text }) {
        counts[index].count += 1
      } else {
        counts.append((text, wake.time, 1))
      }
    }
    return counts.map { text, time, count in
      "it resumed \(text), \(times(count))at \(time.elapsedText)"
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
    var counts: [(use: OffThreadUse, count: Int)] = []
    for use in self {
      if let index = counts.firstIndex(where: { $0.use.object == use.object }) {
        counts[index].count += 1
      } else {
        counts.append((use, 1))
      }
    }
    return counts.map { use, count in
      let name =
        switch use.object {
        case .named(let name): name
        case .input(let input): "the input \(SourceLabel.input(input, of: record))"
        }
      return "it used \(name) \(times(count))at \(use.time.elapsedText)"
    }
  }
}

extension [OutsideWork] {
  /// The work, equal work in one line with its count: `DispatchQueue.async in Player.load(), …`.
  package var texts: [String] {
    var places = CallPlaces()
    var groups: [OutsideWorkGroup] = []
    for work in self {
      let place = places.place(of: work.callers)
      let text = work.kind.text(place)
      if let index = groups.firstIndex(where: { $0.text == text }) {
        groups[index].add(work, at: place)
      } else {
        groups.append(OutsideWorkGroup(text: text, start: work.start))
        groups[groups.count - 1].add(work, at: place)
      }
    }
    return groups.map { "\($0.text), \(times($0.count))at \($0.start.text)" }
  }
}

/// A number of calls, for use before the time of the first.
private func times(_ count: Int) -> String {
  guard count > 1 else { return "" }
  return "\(count) times" + (count == OutsideWork.maxCount ? " or more" : "") + ", first "
}

extension OutsideWork.Kind {
  fileprivate func text(_ place: CallPlace?) -> String {
    let name = isCalled ? place?.call ?? noun : noun
    return place?.caller.map { "\(name) in \($0)" } ?? name
  }

  /// True if a function of the system names the work better than its kind.
  private var isCalled: Bool {
    if case .executor = self { false } else { true }
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
