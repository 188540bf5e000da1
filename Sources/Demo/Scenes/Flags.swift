import ReactiveLoadable

/// The combinations of three flags, including those in the middle of an update.
@MainActor
final class RawFlags<Value: Sendable & Equatable, Failure: Error & Equatable> {
  private let relay: BehaviorRelay<LoadFlags<Value, Failure>>
  private var bindings: [AnyCancellable] = []

  var combinations: ReadOnlyRelay<LoadFlags<Value, Failure>> { relay.readOnly }

  init(
    value: BehaviorRelay<Value?>,
    isLoading: BehaviorRelay<Bool>,
    error: BehaviorRelay<Failure?>
  ) {
    let start = LoadFlags(value: value.value, isLoading: isLoading.value, error: error.value)
    let relay = BehaviorRelay(start)
    self.relay = relay
    bindings = [
      value.dropFirst().sink { value in
        relay.edit { ($0.value, $0.isValueNewer) = (value, $0.error != nil) }
      },
      isLoading.dropFirst().sink { isLoading in relay.edit { $0.isLoading = isLoading } },
      error.dropFirst().sink { error in
        relay.edit { ($0.error, $0.isValueNewer) = (error, false) }
      },
    ]
  }
}

extension BehaviorRelay where Output: Equatable {
  fileprivate func edit(_ body: (inout Output) -> Void) {
    var copy = value
    body(&copy)
    if copy != value { accept(copy) }
  }
}

extension LoadFlags {
  /// The number of the combination: one, plus 1 for a value, 2 for loading, 4 for an error.
  var number: Int { 1 + (value == nil ? 0 : 1) + (isLoading ? 2 : 0) + (error == nil ? 0 : 4) }

  /// The contradiction on screen; nil for a combination that means a state.
  func contradiction(isFirst: Bool) -> String? {
    switch (value != nil, isLoading, error != nil) {
    case (false, false, false): isFirst ? nil : "an empty screen between two states"
    case (false, true, true): "a spinner over an error"
    case (true, true, true): "a spinner over an error and rows"
    case (true, false, true): isValueNewer ? "an error next to a fresh value" : nil
    case (true, false, false), (false, true, false), (true, true, false), (false, false, true): nil
    }
  }
}

/// Counts of the eight combinations in a recording, and their contradictions.
struct FlagCensus<Value: Equatable, Failure: Error & Equatable> {
  private let seen: [LoadFlags<Value, Failure>]

  init(_ seen: [LoadFlags<Value, Failure>]) { self.seen = seen }

  var numbers: [Int] { Set(seen.map(\.number)).sorted() }

  func contradictions(of number: Int? = nil) -> [String] {
    seen.enumerated().filter { number == nil || $0.element.number == number }
      .compactMap { $0.element.contradiction(isFirst: $0.offset == 0) }
  }

  var table: TextTable {
    TextTable(
      ["#", "Value", "Loading", "Error", .right("Seen"), "Impossible"],
      rows: (1...8).map(row)
    )
  }

  func mark(_ flags: LoadFlags<Value, Failure>) -> StateMark {
    let names = [
      flags.value == nil ? nil : "value", flags.isLoading ? "loading" : nil,
      flags.error == nil ? nil : "error",
    ]
    let name = names.compactMap(\.self).joined(separator: "+")
    let style: TextStyle =
      flags.isLoading ? .busy : flags.error != nil ? .bad : flags.value != nil ? .good : .bold
    return StateMark(String(flags.number), name.isEmpty ? "nothing" : name, style)
  }

  private func row(_ number: Int) -> [String] {
    let bits = [1, 2, 4].map { (number - 1) & $0 == 0 ? "–" : "yes" }
    let times = seen.count { $0.number == number }
    let wrong = contradictions(of: number)
    return [String(number)] + bits
      + [times == 0 ? "–" : String(times), wrong.first.map { "\(wrong.count)×  \($0)" } ?? ""]
  }
}
