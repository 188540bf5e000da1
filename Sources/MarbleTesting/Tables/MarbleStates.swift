public import ReactiveLoadable

/// The life of a loader in one sign for each state.
///
/// ```swift
/// m.expect(
///   loader.states,
///   "n-l--d---r-1-e---r--f",
///   .states(loaded: ["d": podcasts, "e": newer], failed: ["f": .offline])
/// )
/// ```
///
/// A sign says what happened, and the state follows from it and from the states before it, as in a
/// loader: what was shown goes on being shown, and a failure has the cause of the load that failed.
/// So the `r` above is `.loading(previous: podcasts, cause: .refresh)`, the `1` after it the same
/// load in its first retry, and the `f` is `.failed(.offline, previous: newer, cause: .refresh)`.
///
/// | sign | state |
/// |---|---|
/// | a name of `loaded` | loaded, with that value |
/// | a name of `failed` | failed, with that error; keeps what was shown |
/// | `n` | not requested |
/// | `l`, `r`, `t` | loading: a load, a refresh, another try after a failure; keeps what was shown |
/// | `L` | a load that shows nothing |
/// | `c` | cancelled: what was settled before the load |
/// | `1`, `2`, … | the same load, in its first, second, … retry |
/// | `'50%'` | the same load, half done; from `'0%'` to `'100%'`, with decimals or without |
/// | `'3 of 10'` | the same load, with so many units done; `'3 of ?'` when nobody knows of how many |
/// | `'l d'`, `'r d'`, `'t d'`, `'f d'` | the load or the failure, but showing `d` |
///
/// Names of the caller win over these signs. A state that came and has no sign is printed in full.
public struct MarbleStates<Content, Failure: Error>: MarbleTable {
  private let loaded: [String: Content]
  private let failed: [String: Failure]

  /// Creates the table.
  ///
  /// - Parameters:
  ///   - loaded: The values that are loaded, by their signs.
  ///   - failed: The errors of failures, by their signs; none by default.
  public init(loaded: [String: Content], failed: [String: Failure] = [:]) {
    self.loaded = loaded
    self.failed = failed
  }

  /// The signs, those of values first.
  public var names: [String] {
    loaded.keys.sorted() + failed.keys.sorted() + Sign.allCases.map(\.rawValue)
  }

  /// Returns the state that a sign stands for, after the states before it.
  public func value(
    named name: String,
    after earlier: [Loadable<Content, Failure>]
  ) -> Loadable<Content, Failure>? {
    let life = Life(earlier)
    if let content = loaded[name] { return .loaded(content) }
    if let error = failed[name] { return life.failed(error) }
    if let sign = Sign(rawValue: name) { return life.state(sign) }
    return life.attempt(name) ?? life.progress(name) ?? showing(name, life)
  }

  /// Returns the signs to try for a state.
  public func names(for value: Loadable<Content, Failure>) -> [String] {
    names + value.measures + cases(of: value)
  }

  private func showing(
    _ name: String,
    _ life: Life<Content, Failure>
  ) -> Loadable<Content, Failure>? {
    let words = name.split(separator: " ").map(String.init)
    guard words.count == 2, let content = loaded[words[1]] else { return nil }
    let shown = life.showing(content)
    if let error = failed[words[0]] { return shown.failed(error) }
    return Sign(rawValue: words[0]).flatMap(\.cause).map { shown.loading($0) }
  }

  private func cases(of value: Loadable<Content, Failure>) -> [String] {
    let signs = value.isLoading ? Sign.allCases.filter { $0.cause != nil }.map(\.rawValue) : []
    return (signs + (value.error == nil ? [] : failed.keys.sorted())).flatMap { sign in
      loaded.keys.sorted().map { "\(sign) \($0)" }
    }
  }
}

extension MarbleStates: Sendable where Content: Sendable {}

extension MarbleTable {
  /// The life of a loader in one sign for each state: see ``MarbleStates``.
  ///
  /// - Parameters:
  ///   - loaded: The values that are loaded, by their signs.
  ///   - failed: The errors of failures, by their signs; none by default.
  /// - Returns: A table of states.
  public static func states<Content, Failure: Error>(
    loaded: [String: Content],
    failed: [String: Failure] = [:]
  ) -> Self where Self == MarbleStates<Content, Failure> {
    MarbleStates(loaded: loaded, failed: failed)
  }

  /// The life of a loader of any errors, each of which it wraps in a `LoadError`.
  ///
  /// - Parameters:
  ///   - loaded: The values that are loaded, by their signs.
  ///   - failed: The errors that were thrown, by their signs; each of an `Equatable` type, because one
  ///     of any other type equals only its own copies.
  /// - Returns: A table of states.
  public static func states<Content>(
    loaded: [String: Content],
    failed: [String: any Error]
  ) -> Self where Self == MarbleStates<Content, LoadError> {
    MarbleStates(loaded: loaded, failed: failed.mapValues { $0 as? LoadError ?? LoadError($0) })
  }
}

private enum Sign: String, CaseIterable {
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

/// What a sign needs to know of the states before it.
private struct Life<Content, Failure: Error> {
  typealias State = Loadable<Content, Failure>

  private let last: State
  private let settled: State
  private var shown: Content?

  init(_ earlier: [State]) {
    last = earlier.last ?? .notRequested
    settled = earlier.last { !$0.isLoading } ?? .notRequested
    shown = last.latest
  }

  func showing(_ content: Content) -> Self {
    var life = self
    life.shown = content
    return life
  }

  func state(_ sign: Sign) -> State {
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
    .loading(Loading(previous: shown, cause: cause))
  }

  func failed(_ error: Failure) -> State {
    var cause = LoadCause.load
    if case .loading(let loading) = last { cause = loading.cause }
    return .failed(Failed(error: error, previous: shown, cause: cause))
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
  /// The signs of an attempt and of a progress.
  fileprivate var measures: [String] {
    guard case .loading(let loading) = self else { return [] }
    guard let progress = loading.progress else { return ["\(loading.attempt)"] }
    let exact = progress.completed == nil ? progress.fraction.map { "\($0 * 100)%" } : nil
    return ["\(loading.attempt)", progress.description] + [exact].compactMap(\.self)
  }
}
