import IssueReporting

/// Performs the runs of one call and reports the first that fails.
struct Runner {
  enum Order {
    case arrival
    case seeded(UInt64)
    case exploring(Int)
  }

  private let settings: RunSettings
  private let order: Order

  init(_ settings: RunSettings, _ order: Order) {
    self.settings = settings
    self.order = order
  }

  func run<Failure: Error>(_ body: (Marbles) throws(Failure) -> Void) throws(Failure) {
    try result { marbles in
      Result { () throws(Failure) in try body(marbles) }
    }.get()
  }

  func result<Failure: Error>(
    _ body: (Marbles) -> Result<Void, Failure>
  ) -> Result<Void, Failure> {
    guard settings.frame > .zero else {
      report([settings.badFrame])
      return .success(())
    }
    for (index, seed) in seeds.enumerated() {
      guard Hooks.areInPlace() else {
        report([Issue(text: Trouble.hookReplaced.text, place: settings.place)])
        return .success(())
      }
      let run = Run(settings, seed: seed)
      let result = run.perform { body(Marbles(run)) }
      report(run.issues, seed: seed, run: index + 1)
      guard run.issues.isEmpty, case .success = result else { return result }
    }
    return .success(())
  }

  private var seeds: [UInt64?] {
    switch order {
    case .arrival: [nil]
    case .seeded(let seed): [seed]
    case .exploring(let runs): [nil] + (1..<UInt64(max(runs, 1))).map { $0 }
    }
  }

  private func report(_ issues: [Issue], seed: UInt64? = nil, run: Int = 1) {
    for issue in issues {
      reportIssue(
        seed.map { "\(issue.text)\n\n\(order.note(on: $0, run))" } ?? issue.text,
        fileID: issue.place.fileID,
        filePath: issue.place.filePath,
        line: issue.place.line,
        column: issue.place.column
      )
    }
  }
}

extension Runner.Order {
  fileprivate func note(on seed: UInt64, _ run: Int) -> String {
    switch self {
    case .arrival: ""
    case .seeded(let seed): "In the order of marbles(seed: \(seed))."
    case .exploring(let runs): "In run \(run) of \(runs). Replay it with marbles(seed: \(seed))."
    }
  }
}

extension RunSettings {
  fileprivate var badFrame: Issue {
    Issue(
      text: """
        A frame of \(frame.elapsedText) is not longer than zero.

        A frame is the time that one character of a diagram takes.

        Pass one such as `.milliseconds(10)`.
        """,
      place: place
    )
  }
}
