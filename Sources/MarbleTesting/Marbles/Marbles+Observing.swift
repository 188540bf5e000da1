import MarbleReport

extension Marbles {
  /// Observes a source until the end of the run, and compares it with a diagram then.
  func observe(
    _ source: ExpectationSource,
    _ text: String,
    _ comparison: ValueComparison,
    _ failures: FailureTable<any Error>,
    _ check: MarbleCheck,
    _ callSite: CallSite
  ) {
    guard mayRegister(source.member, at: callSite) else { return }
    let names = FailureNames(of: failures, anyUnnamed: true)
    let kind = source.isExpression ? DiagramKind.valuesOnly : .observation(names)
    let read = reading(text, at: callSite) {
      () throws(MarbleDiagram.SyntaxError) -> (MarbleDiagram, Matcher) in
      let parsed = try kind.parse(text, frame: run.settings.frame)
      try check.validate(parsed)
      return (parsed.diagram, try comparison.matcher(parsed, failures))
    }
    guard let (expected, plain) = read else { return }
    var matcher = plain
    matcher.diagramText = matcher.takesAnyName ? text : nil
    noteUnused(matcher.unusedNames, failures.unusedNames(in: [expected]), at: callSite)
    run.isChecked = true
    let recorder = Recorder(expected, run.timeline)
    let expectation = StreamExpectation(
      expected,
      matcher,
      check,
      recorder,
      source.start,
      callSite
    )
    start(expectation, recorder, expected, callSite)
    run.expectations.append(expectation)
  }

  /// Starts an observation now or at its `^`, and cancels it at its `!`.
  private func start(
    _ expectation: StreamExpectation,
    _ recorder: Recorder,
    _ expected: MarbleDiagram,
    _ callSite: CallSite
  ) {
    if let first = expected.events.first, first.signal == .subscribe {
      schedule(at: first.time, callSite) {
        recorder.record(.subscribe)
        expectation.start()
      }
    } else {
      expectation.start()
    }
    guard let last = expected.events.last, last.signal == .unsubscribe else { return }
    schedule(at: last.time, callSite) {
      recorder.stop()
      expectation.cancel()
    }
  }
}
