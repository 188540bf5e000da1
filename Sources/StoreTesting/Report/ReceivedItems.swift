import MarbleDiagrams
import MarbleTesting
import ReactiveStore

extension Recorder.Step {
  var value: Action { action }
  var text: String { "\(oneLine(action)), received at \(time.elapsedText)" }
}

extension Recorder.ReceivedError {
  var value: any Error { error }
  var text: String { "the error \(oneLine(error)), received at \(time.elapsedText)" }
}

extension RunningEffects.RunningEffect {
  /// A description: the kind, the id, the cause and the time.
  var text: String {
    let what = effect.isLoad ? "a load" : "an effect"
    let name = effect.id.map { effect.isLoad ? " at \($0)" : " with the id \($0)" } ?? ""
    return "\(what)\(name), started \(cause.text)at \(time.elapsedText)"
  }
}

extension RunningEffects.Cause {
  fileprivate var text: String {
    switch self {
    case .by(let action): "by \(oneLine(action)) "
    case .step(let step): "by \(step) "
    case .outside: ""
    }
  }
}

/// The work that can still produce an action.
struct PendingWork {
  let now: Duration
  /// The time of the next scheduled event.
  let next: Duration?
  let atWork: [String]
}

extension Duration {
  /// The duration as Swift source code.
  var codeText: String {
    guard self >= .seconds(1), components.attoseconds == 0 else {
      let milliseconds = self / .milliseconds(1)
      return ".milliseconds(\(Int64(exactly: milliseconds).map { "\($0)" } ?? "\(milliseconds)"))"
    }
    return ".seconds(\(components.seconds))"
  }
}
