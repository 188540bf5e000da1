import MarbleDiagrams

/// What can be wrong with a step, or with what all of them leave.
enum StepFailure {
  /// The name of the step, when the action was reduced, and the difference.
  case otherState(String, Duration, String, isWritten: Bool)
  case nothingChanged(String, Duration)
  case closureThrew(String, String)
  case unseen([String], before: String, Duration)
  /// The step, an action or an error, what else came, and what can come.
  case nothingReceived(String, String, [String], Outlook)
  /// The step, an action or an error, what came, and the difference.
  case otherReceived(String, String, String, String)
  case otherTime(String, Duration, Duration)
  case nothingToSkip(Duration)
  case stepWithin(String, of: String)
  case left([String])
  /// An action that came when the run was over.
  case late(String)

  /// What happened, what it can mean, what you can do.
  var text: String { [happened, meaning, remedy].joined(separator: "\n\n") }
}

extension StepFailure {
  private var happened: String {
    switch self {
    case .otherState(let step, let time, let difference, _):
      "\(step) at \(time.elapsedText) left another state than expected (-):\n\(difference)"
    case .nothingChanged(let step, let time):
      "\(step) at \(time.elapsedText) changed nothing, and the step has a closure."
    case .closureThrew(let step, let error): "The closure of \(step) threw \(error)."
    case .unseen(let left, let step, let time):
      "\(step) at \(time.elapsedText) comes while this was not looked at:\n\(lines(left))"
    case .nothingReceived(let step, let noun, let came, let outlook):
      "\(step) at \(outlook.now.elapsedText): no such \(noun) was received."
        + part("What came:", came) + part("At work:", outlook.atWork)
    case .otherReceived(let step, _, let first, let difference):
      "\(step): another one came first, \(first):\n\(difference)"
    case .otherTime(let step, let wanted, let time):
      "\(step) was expected at \(wanted.elapsedText), and came at \(time.elapsedText)."
    case .nothingToSkip(let time):
      "skipReceived at \(time.elapsedText): nothing was received that was not looked at."
    case .stepWithin(let step, let outer):
      "\(step) was called by the predicate of \(outer), and has done nothing."
    case .left(let left):
      "Time is over, and the steps have not looked at all that happened:\n\(lines(left))"
    case .late(let action):
      "\(action) was sent to a test store when its run was over. It was reduced; no step can look at it."
    }
  }

  private var meaning: String {
    switch self {
    case .otherState(_, _, _, isWritten: true):
      "The action does something else than the closure says, or more of it."
    case .otherState(_, _, _, isWritten: false):
      "The step has no closure, which says that its action changes nothing."
    case .nothingChanged:
      "The closure says what is so already, or the action does not do what it should."
    case .closureThrew: "The state that the action left was not compared."
    case .unseen: "An effect sends more than the test expects, or a `receive` is missing before."
    case .nothingReceived(_, _, _, let outlook): outlook.meaning
    case .otherReceived(_, let noun, _, _):
      "An effect sends something else, or earlier than the test expects. The \(noun) that came counts as "
        + "looked at."
    case .otherTime: "Something takes longer or shorter than the test says."
    case .nothingToSkip: "What was to be skipped comes later, or not at all."
    case .stepWithin:
      "A predicate says whether something is what is meant, perhaps of many that came."
    case .left:
      "An effect sends more than the test expects, or after its end; an action came to a part that is not "
        + "there; time went on past the last step; or nobody ends what is at work."
    case .late:
      "The test or an object of it kept the store, or a task or thread outside the run sent to it."
    }
  }

  private var remedy: String {
    switch self {
    case .nothingChanged: "Leave the closure out, or correct the reducer."
    case .otherState:
      "Correct the closure, or the reducer; `checking: .asserted` compares only what a closure touches."
    case .closureThrew: "Let the closure only change the state that it is given."
    case .unseen: "Receive it before, or skip it with `skipReceived()` or `checking: .asserted`."
    case .nothingReceived(_, _, _, let outlook): outlook.remedy
    case .otherReceived:
      "Receive it before, correct what sends, or skip what stands before with `checking: .asserted`."
    case .otherTime: "Correct the time, or the delay."
    case .nothingToSkip: "Leave it out, or advance before."
    case .stepWithin: "Call it before or after."
    case .left:
      "Receive it; end what is at work, by an action or by the handle of `send`; or look at less, with "
        + "`checking: .asserted`."
    case .late:
      "Send in the body or with `m.at`, and end what sends before the body returns."
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

extension Outlook {
  fileprivate var meaning: String {
    switch (next, atWork.isEmpty) {
    case (let next?, _):
      "It comes later: the next thing is due at \(next.elapsedText). Or nothing sends it."
    case (nil, false):
      "Nothing is due any more: what is at work waits for something that does not come."
    case (nil, true):
      "Nothing is at work, and nothing is due: no effect has begun, or it has ended."
    }
  }

  fileprivate var remedy: String {
    guard let next else {
      return "Look at what should send it: an effect, a load, an input that ends early."
    }
    return
      "Go on with m.advance(by: \((next - now).codeText)) before, or correct what should send it."
  }
}
