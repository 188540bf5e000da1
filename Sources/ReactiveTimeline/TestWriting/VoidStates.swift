import ReactiveLoadable

/// States whose values are `Void`, which is not `Equatable`; a test expects `true` instead.
///
/// A write without a result is a `Mutation<Input, Void, Failure>`.
protocol VoidStates {
  /// The type of the states with the value `true`; `nil` for other states.
  static var markedType: (any Any.Type)? { get }
  /// The state with the value `true` instead of `()`.
  var marked: Any { get }
}

extension Loadable: VoidStates {
  static var markedType: (any Any.Type)? {
    Value.self == Void.self && Failure.self is any Equatable.Type
      ? Loadable<Bool, Failure>.self : nil
  }

  var marked: Any { map { _ in true } }
}

extension TimelineLane {
  /// The expectation of a stream in a test: its type, and the operator that makes it `Equatable`.
  var expectation: (type: any Any.Type, suffix: String, value: (Any) -> Any) {
    if type == Void.self { return (Bool.self, ".map { _ in true }", { _ in true }) }
    if let marked = (type as? any VoidStates.Type)?.markedType {
      let value = { (state: Any) in (state as? any VoidStates)?.marked ?? state }
      return (marked, ".map { $0.map { _ in true } }", value)
    }
    return (type, "", { $0 })
  }
}
