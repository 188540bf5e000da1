import IssueReporting

/// Performs the runs of one call and reports the first that fails.
struct Runner {
  /// How many runs, and in which order; nil is the order of arrival, then that of the seeds from 1.
  struct Plan {
    let runs: Int
    let order: MarbleOrder?
  }

  private let settings: RunSettings
  private let plan: Plan

  init(_ settings: RunSettings, _ plan: Plan) {
    self.settings = settings
    self.plan = plan
  }

  func run<Failure: Error>(_ body: (Marbles) throws(Failure) -> Void) throws(Failure) {
    try result { marbles in
      Result { () throws(Failure) in try body(marbles) }
    }.get()
  }

  func result<Failure: Error>(
    _ body: (Marbles) -> Result<Void, Failure>
  ) -> Result<Void, Failure> {
    if let issue = settings.complaint ?? plan.complaint(at: settings.place) {
      report([issue])
      return .success(())
    }
    for (index, order) in plan.orders.enumerated() {
      let (result, issues, detours) = perform(order, body)
      guard issues.isEmpty, case .success = result else {
        if plan.runs > 1, order != nil, case .success = result {
          reportSmallest(of: detours, in: index + 1, order, issues, body)
        } else {
          report(issues, note: order.map { "In the order of marbles(replaying: \($0))." })
        }
        return result
      }
    }
    return .success(())
  }

  private func perform<Failure: Error>(
    _ order: MarbleOrder?,
    _ body: (Marbles) -> Result<Void, Failure>
  ) -> (result: Result<Void, Failure>, issues: [Issue], detours: [Chooser.Detour]) {
    guard Hooks.areInPlace() else {
      return (.success(()), [Issue(.hookReplaced, at: settings.place)], [])
    }
    let run = Run(settings, order)
    let result = run.perform { body(Marbles(run)) }
    return (result, run.issues, run.driver.chooser.detours)
  }

  /// Looks for fewer changes of order that fail as well, and reports what those lead to.
  private func reportSmallest<Failure: Error>(
    of detours: [Chooser.Detour],
    in run: Int,
    _ order: MarbleOrder?,
    _ issues: [Issue],
    _ body: (Marbles) -> Result<Void, Failure>
  ) {
    var smallest = issues
    let few = withoutActuallyEscaping(body) { body in
      Shrinking.smallest(of: detours) { fewer in
        let found = perform(MarbleOrder(kind: .detours(fewer)), body).issues
        if !found.isEmpty { smallest = found }
        return !found.isEmpty
      }
    }
    let seed = order.map(\.description) ?? ""
    report(
      smallest,
      note: """
        Found in run \(run) of \(plan.runs), which is marbles(replaying: \(seed)). \
        Of its \(detours.count) changes of order, \(few.count) \(few.count == 1 ? "is" : "are") \
        enough: replay them with marbles(replaying: \(MarbleOrder(kind: .detours(few)))).
        """
    )
  }

  private func report(_ issues: [Issue], note: String? = nil) {
    for issue in issues {
      reportIssue(
        note.map { "\(issue.text)\n\n\($0)" } ?? issue.text,
        fileID: issue.place.fileID,
        filePath: issue.place.filePath,
        line: issue.place.line,
        column: issue.place.column
      )
    }
  }
}

extension Runner.Plan {
  fileprivate var orders: [MarbleOrder?] {
    guard order == nil else { return [order] }
    return [nil] + (1..<UInt64(max(runs, 1))).map { MarbleOrder(kind: .seed($0)) }
  }

  fileprivate func complaint(at place: Place) -> Issue? {
    guard case .unreadable(let text) = order?.kind else { return nil }
    return Issue(
      text: """
        "\(text)" is not an order.

        An order is the number of a seed, or pairs such as "12:1 40:2".

        Pass what the failure of an exploring run printed.
        """,
      place: place
    )
  }
}

extension RunSettings {
  fileprivate var complaint: Issue? {
    guard frame <= .zero else { return nil }
    return Issue(
      text: """
        A frame of \(frame.elapsedText) is not longer than zero.

        A frame is the time that one character of a diagram takes.

        Pass one such as `.milliseconds(10)`.
        """,
      place: place
    )
  }
}
