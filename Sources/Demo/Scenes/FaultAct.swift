import ReactiveLoadable

/// The part of the fault scene with one fault: a screen that shows it, and one that gets over it.
@MainActor
final class FaultAct {
  typealias State = FaultsScene.State

  private let fault: Fault
  private let context: SceneContext

  /// What the screen showed that shows the fault, then the one that gets over it.
  private(set) var timelines: [StateTimeline<State>] = []

  init(_ fault: Fault, _ context: SceneContext) {
    (self.fault, self.context) = (fault, context)
  }

  /// Loads the list and then loads it again, into the fault, on one screen after the other.
  func play() async -> SceneResult {
    let alone = await FaultyScreen(fault, times: 1, retry: .never, context).play()
    let backoff = RetryPolicy.exponential(from: .milliseconds(30), limit: 4)
      .jittered(by: 0.5, using: SeededChance(7))
    let retrying = await FaultyScreen(fault, times: 2, retry: backoff, context).play()
    timelines = [alone, retrying]
    return check(alone: alone.states).and(check(retrying: retrying.states))
  }

  /// Writes the sentence for the screen and both timelines.
  func report() {
    let console = context.console
    let failed = timelines.first?.states.last
    let rows = failed?.latest?.count ?? 0
    console.line(fault.rawValue, style: .bold)
    console.line("  \(failed?.error?.description ?? "There was no error.") \(rows) rows stay.")
    for (name, shown) in zip(["alone", "with retry"], timelines) {
      let line = shown.line(frame: .milliseconds(10), FaultsScene.mark)
      console.line("  " + name.padded(toColumns: 12) + line)
    }
  }
}

extension FaultAct {
  /// Reached if the fault was shown with its error, and the rows stayed.
  private func check(alone: [State]) -> SceneResult {
    let rows = alone.compactMap(\.value).first ?? []
    return .compare(
      fault.rawValue,
      alone,
      with: [
        .notRequested, .loading, .loaded(rows), .loading(previous: rows, cause: .load),
        .failed(fault.error, previous: rows),
      ]
    ) { state in
      state.error.map { StateMark("F", "failed: \($0)") } ?? FaultsScene.mark(state)
    }
  }

  /// Reached if two retries were shown over the rows, and no failure.
  private func check(retrying: [State]) -> SceneResult {
    let rows = retrying.compactMap(\.value).first ?? []
    return .compare(
      "\(fault.rawValue) with retry",
      retrying,
      with: [
        .notRequested, .loading, .loaded(rows), .loading(previous: rows, cause: .load),
        .loading(Loading(previous: rows, attempt: 1)),
        .loading(Loading(previous: rows, attempt: 2)), .loaded(rows),
      ],
      FaultsScene.mark
    )
  }
}
