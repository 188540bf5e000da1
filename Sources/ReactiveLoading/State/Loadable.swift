public import Foundation

/// The state of one load: not requested, loading, loaded or failed.
///
/// A value, an `isLoading` flag and an error have eight combinations, half of them contradictory.
/// `Loadable` has four exclusive cases, and each contains the data that a view needs to render it:
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
/// Everything else (`isLoading`, `error`, the value to show) is derived from the state instead of
/// stored, so it cannot contradict the state.
public enum Loadable<Value, Failure: Error> {
  /// Nothing was requested yet, or a reset removed the request.
  case notRequested

  /// A load is in flight; the state settles when the load ends.
  case loading(Loading<Value, Failure> = Loading())

  /// The last load returned a value.
  case loaded(Value)

  /// The last load ended with an error.
  case failed(Failed<Value, Failure>)
}

/// The content of ``Loadable/loading(_:)``: the previous value, the last error and the progress.
public struct Loading<Value, Failure: Error> {
  /// The value from before the load, which a view can continue to show; `nil` for none.
  public var previous: Value?

  /// The cause of the load.
  public var cause: LoadCause

  /// The number of retries in this load: 0 in the first attempt.
  public var attempt: Int

  /// The progress of the load; `nil` if unknown.
  public var progress: LoadProgress?

  /// The error of the failed state that this retry or refresh follows; `nil` for none.
  ///
  /// So a failed screen keeps its message while it loads again. A plain load has no last error.
  public var lastError: Failure?

  /// The date of the record that ``previous`` was restored from; `nil` for a value of this process.
  ///
  /// It is the date at which that value was loaded or set, in an earlier process for instance, so
  /// that a view can say how old it is. An edit keeps the date.
  public var savedAt: Date? {
    get { saved.date }
    set { saved = RecordDate(newValue) }
  }

  @usableFromInline var saved: RecordDate

  /// Creates the content of a loading state, by default that of a plain load without a value.
  @inlinable
  public init(
    previous: Value? = nil,
    cause: LoadCause = .load,
    attempt: Int = 0,
    progress: LoadProgress? = nil,
    lastError: Failure? = nil
  ) {
    self.previous = previous
    self.cause = cause
    self.attempt = attempt
    self.progress = progress
    self.lastError = lastError
    saved = RecordDate()
  }

  // NB: Apart, because a parameter of type `Date?` would cost each load 1,500 instructions.
  /// Creates the content of a loading state with the date of the previous value.
  public init(
    previous: Value?,
    cause: LoadCause = .load,
    attempt: Int = 0,
    progress: LoadProgress? = nil,
    lastError: Failure? = nil,
    savedAt: Date?
  ) {
    self.init(
      previous: previous,
      cause: cause,
      attempt: attempt,
      progress: progress,
      lastError: lastError
    )
    self.savedAt = savedAt
  }
}

/// The content of ``Loadable/failed(_:)``: the error and the previous value.
public struct Failed<Value, Failure: Error> {
  /// The error of the load.
  public var error: Failure

  /// The value from before the failed load, which a view can continue to show; `nil` for none.
  public var previous: Value?

  /// The cause of the failed load.
  ///
  /// With ``previous`` a view can choose between a banner and a full-screen error.
  public var cause: LoadCause

  /// The date of the record that ``previous`` was restored from; `nil` for a value of this process.
  public var savedAt: Date? {
    get { saved.date }
    set { saved = RecordDate(newValue) }
  }

  @usableFromInline var saved: RecordDate

  /// Creates the content of a failed state, by default that of a plain load without a value.
  @inlinable
  public init(error: Failure, previous: Value? = nil, cause: LoadCause = .load) {
    self.error = error
    self.previous = previous
    self.cause = cause
    saved = RecordDate()
  }

  /// Creates the content of a failed state with the date of the previous value.
  public init(error: Failure, previous: Value?, cause: LoadCause = .load, savedAt: Date?) {
    self.init(error: error, previous: previous, cause: cause)
    self.savedAt = savedAt
  }
}

/// A date, or none, in the size of a number.
// NB: The compiler does not know the size of a `Date`, so states with one would be copied slowly.
@usableFromInline
struct RecordDate: Hashable, Sendable {
  /// The bits of its seconds since the reference date.
  @usableFromInline var bits: UInt64

  @inlinable
  init() { bits = .max }

  init(_ date: Date?) { bits = date?.timeIntervalSinceReferenceDate.bitPattern ?? .max }

  /// Returns the older of two dates.
  func orOlder(_ other: Self) -> Self {
    guard let date, let otherDate = other.date else { return bits == .max ? other : self }
    return date <= otherDate ? self : other
  }

  var date: Date? {
    bits == .max ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
  }
}

/// The cause of a load.
public enum LoadCause: String, Sendable, Hashable, Codable, CaseIterable {
  /// A plain load: a request for a value.
  case load
  /// The last request again, to refresh its value.
  case refresh
  /// The last request again, because it failed.
  case retry
}

extension Loadable {
  /// A plain load without a previous value.
  ///
  /// The property shares its name with the case, so it needs a context that names the type:
  /// `let state: Loadable<Int, LoadError> = .loading`. Without a context, call the case:
  /// `let state = Loadable<Int, LoadError>.loading()`.
  public static var loading: Self { .loading(Loading()) }

  /// Returns a loading state with a previous value.
  ///
  /// - Parameters:
  ///   - previous: The value to continue to show.
  ///   - cause: The cause of the load, by default a refresh.
  /// - Returns: A loading state.
  public static func loading(previous: Value?, cause: LoadCause = .refresh) -> Self {
    .loading(Loading(previous: previous, cause: cause))
  }

  /// Returns a failed state, by default without a previous value.
  ///
  /// - Parameters:
  ///   - error: The error of the load.
  ///   - previous: The value to continue to show, by default none.
  ///   - cause: The cause of the failed load, by default a plain load.
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
extension Loading: Equatable where Value: Equatable, Failure: Equatable {}
extension Loading: Hashable where Value: Hashable, Failure: Hashable {}

extension Failed: Sendable where Value: Sendable {}
extension Failed: Equatable where Value: Equatable, Failure: Equatable {}
extension Failed: Hashable where Value: Hashable, Failure: Hashable {}
