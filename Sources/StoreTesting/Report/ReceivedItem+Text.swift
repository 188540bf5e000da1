import MarbleDiagrams
import MarbleTesting
import ReactiveStore

/// An action or error that a step must check.
protocol ReceivedItem<Value> {
  associatedtype Value
  /// The noun of a failure message.
  static var noun: String { get }
  var value: Value { get }
  var time: Duration { get }
  /// The value and the time at which it was received.
  var text: String { get }
}

extension Recorder.Step: ReceivedItem {
  static var noun: String { "action" }
  var value: Action { action }
  var text: String { "\(oneLine(action)), received at \(time.elapsedText)" }
}

extension Recorder.ReceivedError: ReceivedItem {
  static var noun: String { "error" }
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

/// The difference line by line, or a note that both values print alike.
///
/// Of large states it has only the differing parts.
func difference<Value>(between expected: Value, and actual: Value) -> String {
  limitedDiff(expected, actual) ?? "  both print as: \(oneLine(actual))"
}
