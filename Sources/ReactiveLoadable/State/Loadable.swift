/// What a screen knows of one thing that it loads: one of four states, never a mix of them.
///
/// A value, an `isLoading` flag and an error can say eight things, half of them contradictions.
/// `Loadable` has four cases that exclude each other, and each carries what a view needs to draw it:
///
/// ```swift
/// switch podcasts {
/// case .notRequested: EmptyView()
/// case .loading(let loading): PodcastList(loading.previous ?? [], isLoading: true)
/// case .loaded(let podcasts): PodcastList(podcasts)
/// case .failed(let failed): PodcastList(failed.previous ?? [], banner: failed.error)
/// }
/// ```
///
/// Everything else (`isLoading`, `error`, the value to show) is derived from the state and stored
/// nowhere, so nothing can contradict it.
public enum Loadable<Value, Failure: Error> {
  /// Nothing has been asked for yet, or everything was forgotten by a reset.
  case notRequested

  /// Work is under way that will end this state.
  case loading(Loading<Value> = Loading())

  /// The value is here.
  case loaded(Value)

  /// The last load ended with an error.
  case failed(Failed<Value, Failure>)
}

/// The content of ``Loadable/loading(_:)``: what is still shown and how far the work has come.
public struct Loading<Value> {
  /// The value of before, which a view may go on showing; `nil` when there is none to keep.
  public var previous: Value?

  /// Why this load runs.
  public var cause: LoadCause

  /// How many times the work was tried again in this load: 0 in the first attempt.
  public var attempt: Int

  /// How far the work has come; `nil` when nothing is known.
  public var progress: LoadProgress?

  /// Creates the content of a loading state.
  ///
  /// - Parameters:
  ///   - previous: The value to go on showing, by default none.
  ///   - cause: Why the load runs, by default a plain load.
  ///   - attempt: How many times the work was tried again, by default 0.
  ///   - progress: How far the work has come, by default unknown.
  public init(
    previous: Value? = nil,
    cause: LoadCause = .load,
    attempt: Int = 0,
    progress: LoadProgress? = nil
  ) {
    self.previous = previous
    self.cause = cause
    self.attempt = attempt
    self.progress = progress
  }
}

/// The content of ``Loadable/failed(_:)``: the error, and the value of before it.
public struct Failed<Value, Failure: Error> {
  /// Why the load failed.
  public var error: Failure

  /// The value of before, which a view may go on showing; `nil` when there is none to keep.
  public var previous: Value?

  /// Which kind of load failed; with ``previous`` it tells a banner from a full screen.
  public var cause: LoadCause

  /// Creates the content of a failed state.
  ///
  /// - Parameters:
  ///   - error: Why the load failed.
  ///   - previous: The value to go on showing, by default none.
  ///   - cause: Which kind of load failed, by default a plain load.
  public init(error: Failure, previous: Value? = nil, cause: LoadCause = .load) {
    self.error = error
    self.previous = previous
    self.cause = cause
  }
}

/// Why a load runs, or ran.
public enum LoadCause: String, Sendable, Hashable, Codable, CaseIterable {
  /// A request for a value.
  case load
  /// The last request once more, to bring its value up to date.
  case refresh
  /// The last request once more, because it failed.
  case retry
}

extension Loadable {
  /// A first load with nothing to show yet.
  ///
  /// The property shares its name with the case, so it needs a context that names the type:
  /// `let state: Loadable<Int, LoadError> = .loading`. Without a context, call the case:
  /// `let state = Loadable<Int, LoadError>.loading()`.
  public static var loading: Self { .loading(Loading()) }

  /// A load that goes on showing an earlier value.
  ///
  /// - Parameters:
  ///   - previous: The value to go on showing.
  ///   - cause: Why the load runs, by default a refresh.
  /// - Returns: A loading state.
  public static func loading(previous: Value?, cause: LoadCause = .refresh) -> Self {
    .loading(Loading(previous: previous, cause: cause))
  }

  /// A failure, with the value of before it if there is one.
  ///
  /// - Parameters:
  ///   - error: Why the load failed.
  ///   - previous: The value to go on showing, by default none.
  ///   - cause: Which kind of load failed, by default a plain load.
  /// - Returns: A failed state.
  public static func failed(
    _ error: Failure,
    previous: Value? = nil,
    cause: LoadCause = .load
  ) -> Self {
    .failed(Failed(error: error, previous: previous, cause: cause))
  }
}

extension Loadable: Sendable where Value: Sendable {}
extension Loadable: Equatable where Value: Equatable, Failure: Equatable {}
extension Loadable: Hashable where Value: Hashable, Failure: Hashable {}

extension Loading: Sendable where Value: Sendable {}
extension Loading: Equatable where Value: Equatable {}
extension Loading: Hashable where Value: Hashable {}

extension Failed: Sendable where Value: Sendable {}
extension Failed: Equatable where Value: Equatable, Failure: Equatable {}
extension Failed: Hashable where Value: Hashable, Failure: Hashable {}
