import MarbleDiagrams
import MarbleReport

/// Failures of a step, or of all steps at the end of a run.
enum StepFailure {
  /// The name of the step, the time of the action, and the difference.
  case stateDiffers(String, Duration, String, isWritten: Bool)
  case stateUnchanged(String, Duration)
  case closureThrew(String, String)
  case unreceived([String], before: String, Duration)
  /// The name of the step, action or error, the other received items, and the work in flight.
  case nothingReceived(String, String, [String], PendingWork)
  /// The name of the step, action or error, the first arrival, and the difference.
  case differentReceived(String, String, String, String)
  case wrongTime(String, Duration, Duration)
  case nothingToSkip(Duration)
  case nestedStep(String, of: String)
  case leftovers([String])
  /// An action that was sent after the run.
  case sentAfterTheRun(String)

  var text: String {
    let (happened, meaning, remedy) = parts
    return failureText(happened, means: meaning, remedy: remedy)
  }
}

extension StepFailure {
  /// The description of the failure, the possible causes, and the remedy.
  private var parts: (happened: String, meaning: String, remedy: String) {
    switch self {
    case .stateDiffers(let step, let time, let difference, let isWritten):
      (
        "\(step) at \(time.elapsedText): the state differs (- expected, + actual):\n\(difference)",
        isWritten
          ? "The action changes the state differently from the closure."
          : "A step without a closure expects that its action does not change the state.",
        "Correct the closure or the reducer; `checking: .partial` compares only what a closure changes."
      )
    case .stateUnchanged(let step, let time):
      (
        "\(step) at \(time.elapsedText) did not change the state, but the step has a closure.",
        "The state already has the values of the closure, or the action does not do what it should.",
        "Remove the closure, or correct the reducer."
      )
    case .closureThrew(let step, let error):
      (
        "The closure of \(step) threw \(error).", "The state after the action was not compared.",
        "Only change the given state in the closure."
      )
    case .unreceived(let left, let step, let time):
      (
        "\(step) at \(time.elapsedText): earlier actions are not checked:\n\(lines(left))",
        "An effect sends more actions than the test expects, or a `receive` is missing.",
        "Receive them before this step, or skip them with `skipReceived()` or `checking: .partial`."
      )
    case .nothingReceived(let step, let noun, let received, let pendingWork):
      (
        "\(step) at \(pendingWork.now.elapsedText): no matching \(noun) was received."
          + part("Received:", received) + part("Running:", pendingWork.running),
        pendingWork.meaning, pendingWork.remedy
      )
    case .differentReceived(let step, let noun, let first, let difference):
      (
        "\(step): the first unchecked \(noun) is different: \(first)\n\(difference)",
        "An effect sends something else, or sends it earlier than the test expects. The received \(noun) "
          + "counts as checked.",
        "Receive it before this step, correct its sender, or skip it with `checking: .partial`."
      )
    case .wrongTime(let step, let expectation, let time):
      (
        "\(step) was expected at \(expectation.elapsedText), but was received at \(time.elapsedText).",
        "An effect takes more or less time than the test expects.",
        "Correct the time, or the delay."
      )
    case .nothingToSkip(let time):
      (
        "skipReceived at \(time.elapsedText): no unchecked action or error was received.",
        "The action or error is received later, or not at all.",
        "Remove the call, or advance time before it."
      )
    case .nestedStep(let step, let outer):
      (
        "\(step) was called by the predicate of \(outer), and was ignored.",
        "A predicate only decides whether an action matches, and can run for several actions.",
        "Call it before or after that step."
      )
    case .leftovers(let left):
      (
        "The run has ended, and the steps did not check everything:\n\(lines(left))",
        "Possible causes: an effect sends more actions than the test expects, or after its end; an action was "
          + "sent to a child that does not exist; time ran past the last step; running work is never ended.",
        "Receive the actions, and end running work by an action or with the handle of `send`. Or check less with "
          + "`checking: .partial`."
      )
    case .sentAfterTheRun(let action):
      (
        "\(action) was sent to a test store after its run. It was reduced; no step can check it.",
        "The test or one of its objects retained the store, or a task or thread outside the run sent to it.",
        "Send in the body or with `m.at`, and stop every sender before the body returns."
      )
    }
  }

  private func part(_ title: String, _ list: [String]) -> String {
    list.isEmpty ? "" : "\n\(title)\n\(lines(list))"
  }

  private func lines(_ list: [String]) -> String {
    let most = 8
    let rest = list.count > most ? ["… and \(list.count - most) more"] : []
    return (list.prefix(most) + rest).map { "  \($0)" }.joined(separator: "\n")
  }
}

/// The work that can still produce an action.
struct PendingWork {
  let now: Duration
  let next: Duration?
  let running: [String]
}

extension PendingWork {
  fileprivate var meaning: String {
    switch (next, running.isEmpty) {
    case (let next?, _):
      "It may be received later: the next event is due at \(next.elapsedText). Or nothing sends it."
    case (nil, false):
      "No event is scheduled: the running work waits for something that does not happen."
    case (nil, true):
      "Nothing is running, and no event is scheduled: no effect was started, or all have ended."
    }
  }

  fileprivate var remedy: String {
    guard let next else {
      return "Check its sender: an effect, a load, or an input that ends early."
    }
    return
      "Call m.advance(by: \((next - now).codeText)) before this step, or correct the sender."
  }
}
