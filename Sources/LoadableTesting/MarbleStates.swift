public import Foundation
public import MarbleTesting
public import ReactiveLoading

/// A table of a loader's states, with one sign for each state.
///
/// ```swift
/// m.expect(
///   loader.states,
///   "n-l--d---r-1-e---r--f",
///   .states(loaded: ["d": podcasts, "e": newer], failed: ["f": Offline()])
/// )
/// ```
///
/// A sign states an event. The state follows from it and from the states before, as in a loader: a
/// load or a failure retains the previous value, and a failure has the cause of the load that
/// failed. In the example, `r` is `.loading(previous: podcasts, cause: .refresh)`, the `1` after it
/// is the same load in its first retry, and `f` is
/// `.failed(LoadError(Offline()), previous: newer, cause: .refresh)`. For a loader with a custom
/// error type, the errors of `failed` have that type, such as `["f": .offline]`.
///
/// | sign | state |
/// |---|---|
/// | a name of `loaded` | loaded, with that value |
/// | a name of `failed` | failed, with that error; retains the previous value |
/// | `n` | not requested |
/// | `l`, `r`, `t` | loading by `load`, `refresh` or `retry`; retains the previous value |
/// | `L` | a load without a previous value |
/// | `c` | cancelled: the settled state before the load |
/// | `1`, `2`, … | the same load, in its first, second, … retry |
/// | `'50%'` | the same load, half done; from `'0%'` to `'100%'`, with decimals or without |
/// | `'3 of 10'` | the same load, 3 of 10 units completed; `'3 of ?'` if the total is unknown |
/// | `'l d'`, `'r d'`, `'t d'`, `'f d'` | the load or the failure, with the previous value `d` |
/// | a name of `restored` | the same load over that value, which its record has restored |
///
/// Names of the caller take precedence over these signs. A recorded state without a sign is printed
/// in full.
public struct MarbleStates<Content, Failure: Error>: MarbleTable {
  private let loaded: [String: Content]
  private let failed: [String: Failure]
  private let restored: [String: Content]
  private let savedAt: Date?

  /// Creates the table.
  ///
  /// - Parameters:
  ///   - loaded: The loaded values, by their names; empty by default.
  ///   - failed: The errors of failures, by their names; empty by default.
  ///   - restored: The values that records restore under a load, by their names; empty by default.
  ///   - savedAt: The date of these records.
  public init(
    loaded: [String: Content],
    failed: [String: Failure] = [:],
    restored: [String: Content] = [:],
    savedAt: Date? = nil
  ) {
    self.loaded = loaded
    self.failed = failed
    (self.restored, self.savedAt) = (restored, savedAt)
  }

  /// The signs, those of values first.
  public var marbleNames: [String] {
    loaded.keys.sorted() + failed.keys.sorted() + restored.keys.sorted()
      + StateSymbol.allCases.map(\.rawValue)
  }

  /// Returns the state of a sign, after the states before it.
  public func marbleValue(
    named name: String,
    after earlier: [Loadable<Content, Failure>]
  ) -> Loadable<Content, Failure>? {
    let history = StateHistory(earlier)
    if let content = loaded[name] { return .loaded(content) }
    if let error = failed[name] { return history.failed(error) }
    if let content = restored[name] { return history.restored(content, savedAt) }
    if let sign = StateSymbol(rawValue: name) { return history.state(sign) }
    return history.attempt(name) ?? history.progress(name) ?? withPrevious(name, history)
  }

  /// Returns the candidate signs of a state, in addition to those that are known in advance.
  public func marbleNames(for value: Loadable<Content, Failure>) -> [String] {
    value.progressNames + cases(of: value)
  }

  private func withPrevious(
    _ name: String,
    _ history: StateHistory<Content, Failure>
  ) -> Loadable<Content, Failure>? {
    let words = name.split(separator: " ").map(String.init)
    guard words.count == 2, let content = loaded[words[1]] else { return nil }
    let previous = history.withPrevious(content)
    if let error = failed[words[0]] { return previous.failed(error) }
    return StateSymbol(rawValue: words[0]).flatMap(\.cause).map { previous.loading($0) }
  }

  private func cases(of value: Loadable<Content, Failure>) -> [String] {
    let signs =
      value.isLoading ? StateSymbol.allCases.filter { $0.cause != nil }.map(\.rawValue) : []
    return (signs + (value.error == nil ? [] : failed.keys.sorted())).flatMap { sign in
      loaded.keys.sorted().map { "\(sign) \($0)" }
    }
  }
}

extension MarbleStates: Sendable where Content: Sendable {}

extension MarbleTable {
  /// Creates a table of a loader's states, with one sign for each state: see ``MarbleStates``.
  public static func states<Content, Failure: Error>(
    loaded: [String: Content] = [:],
    failed: [String: Failure] = [:],
    restored: [String: Content] = [:],
    savedAt: Date? = nil
  ) -> Self where Self == MarbleStates<Content, Failure> {
    MarbleStates(loaded: loaded, failed: failed, restored: restored, savedAt: savedAt)
  }

  /// Creates a table for a loader of any errors, each of which is wrapped in a `LoadError`.
  ///
  /// Use `Equatable` error types, because an error of any other type equals only its own copies.
  public static func states<Content>(
    loaded: [String: Content] = [:],
    failed: [String: any Error],
    restored: [String: Content] = [:],
    savedAt: Date? = nil
  ) -> Self where Self == MarbleStates<Content, LoadError> {
    let failed = failed.mapValues { $0 as? LoadError ?? LoadError($0) }
    return MarbleStates(loaded: loaded, failed: failed, restored: restored, savedAt: savedAt)
  }
}

private enum StateSymbol: String, CaseIterable {
  case notRequested = "n"
  case load = "l"
  case refresh = "r"
  case retry = "t"
  case loadOfNothing = "L"
  case cancelled = "c"

  var cause: LoadCause? {
    switch self {
    case .load: .load
    case .refresh: .refresh
    case .retry: .retry
    case .notRequested, .loadOfNothing, .cancelled: nil
    }
  }
}

private struct StateHistory<Content, Failure: Error> {
  typealias State = Loadable<Content, Failure>

  private let last: State
  private let settled: State
  private var previous: Content?
  /// The date of the record of the previous value.
  private var savedAt: Date?

  init(_ earlier: [State]) {
    last = earlier.last ?? .notRequested
    settled = earlier.last { !$0.isLoading } ?? .notRequested
    previous = last.latest
    switch last {
    case .notRequested, .loaded: break
    case .loading(let loading): savedAt = loading.savedAt
    case .failed(let failed): savedAt = failed.savedAt
    }
  }

  func withPrevious(_ content: Content) -> Self {
    var history = self
    (history.previous, history.savedAt) = (content, nil)
    return history
  }

  func state(_ sign: StateSymbol) -> State {
    switch sign {
    case .notRequested: .notRequested
    case .load: loading(.load)
    case .refresh: loading(.refresh)
    case .retry: loading(.retry)
    case .loadOfNothing: .loading
    case .cancelled: settled
    }
  }

  func loading(_ cause: LoadCause) -> State {
    let lastError = cause == .load ? nil : settled.error
    return .loading(
      Loading(previous: previous, cause: cause, lastError: lastError, savedAt: savedAt)
    )
  }

  /// The running load, or a plain one, over a restored value.
  func restored(_ content: Content, _ savedAt: Date?) -> State {
    var loading = Loading<Content, Failure>()
    if case .loading(let running) = last { loading = running }
    (loading.previous, loading.savedAt) = (content, savedAt)
    return .loading(loading)
  }

  func failed(_ error: Failure) -> State {
    var cause = LoadCause.load
    if case .loading(let loading) = last { cause = loading.cause }
    return .failed(Failed(error: error, previous: previous, cause: cause, savedAt: savedAt))
  }

  func attempt(_ name: String) -> State? {
    guard case .loading(var loading) = last, let attempt = Int(name), attempt > 0 else {
      return nil
    }
    loading.attempt = attempt
    loading.progress = nil
    return .loading(loading)
  }

  func progress(_ name: String) -> State? {
    guard case .loading(var loading) = last,
      let progress = percent(name) ?? units(name)
    else { return nil }
    loading.progress = progress
    return .loading(loading)
  }

  private func percent(_ name: String) -> LoadProgress? {
    guard let number = name.wholeMatch(of: #/([0-9]+(?:\.[0-9]+)?)%/#)?.1,
      let percent = Double(number), percent <= 100
    else { return nil }
    return LoadProgress(fraction: percent / 100)
  }

  private func units(_ name: String) -> LoadProgress? {
    guard let match = name.wholeMatch(of: #/([0-9]+) of ([0-9]+|\?)/#),
      let completed = Int64(match.1)
    else { return nil }
    return LoadProgress(completed: completed, of: Int64(match.2))
  }
}

extension Loadable {
  fileprivate var progressNames: [String] {
    guard case .loading(let loading) = self else { return [] }
    guard let progress = loading.progress else { return ["\(loading.attempt)"] }
    let exact = progress.completed == nil ? progress.fraction.map { "\($0 * 100)%" } : nil
    return ["\(loading.attempt)", progress.description] + [exact].compactMap(\.self)
  }
}
