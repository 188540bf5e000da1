import ReactiveRelays

extension Loadable {
  /// The loaded value; `nil` in every other state, even while a refresh runs.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The newest value to show: the loaded value, or the previous value of a load or a failure.
  public var latest: Value? {
    switch self {
    case .notRequested: nil
    case .loading(let loading): loading.previous
    case .loaded(let value): value
    case .failed(let failed): failed.previous
    }
  }

  /// The error of the last load; `nil` unless the state is failed.
  public var error: Failure? {
    if case .failed(let failed) = self { failed.error } else { nil }
  }

  /// The error to show: that of the last load, or during a retry or refresh that before it.
  public var lastError: Failure? {
    switch self {
    case .notRequested, .loaded: nil
    case .loading(let loading): loading.lastError
    case .failed(let failed): failed.error
    }
  }

  /// A Boolean value that indicates whether nothing was requested.
  public var isNotRequested: Bool {
    if case .notRequested = self { true } else { false }
  }

  /// True while a load is in flight, for any cause.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// True while a refresh is in flight.
  public var isRefreshing: Bool { loadingCause == .refresh }

  /// True while a plain load with a previous value is in flight.
  ///
  /// The previous value may belong to another request, so a view may dim it. A search does so with
  /// the results of the previous text.
  public var isReloading: Bool { loadingCause == .load && latest != nil }

  /// The progress of the load; `nil` if it is unknown or no load runs.
  public var progress: LoadProgress? {
    if case .loading(let loading) = self { loading.progress } else { nil }
  }

  private var loadingCause: LoadCause? {
    if case .loading(let loading) = self { loading.cause } else { nil }
  }
}

extension Loadable where Value: Collection {
  /// A Boolean value that indicates whether the load returned an empty collection, so that a view
  /// can show “nothing found”.
  ///
  /// It is true for a loaded empty collection, and while a refresh of it runs. It is false during a
  /// load or a retry, because the result is unknown: an empty previous value may belong to another
  /// request. It is false after a failure, because the view shows the error instead.
  public var isEmpty: Bool {
    switch self {
    case .notRequested, .failed: false
    case .loading(let loading): loading.cause == .refresh && loading.previous?.isEmpty == true
    case .loaded(let value): value.isEmpty
    }
  }
}

extension Loadable: LoadingState {}

extension Loadable {
  /// Creates the settled state of a result: loaded, or failed without a previous value.
  ///
  /// - Parameter result: The result of the load.
  public init(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let error): self = .failed(error)
    }
  }

  /// Creates the settled state from the value or the error of a function.
  ///
  /// - Parameter body: The function, called once, before this returns.
  public init(catching body: () throws(Failure) -> Value) {
    self.init(Result(catching: body))
  }

  /// The result of the load; `nil` unless the state is loaded or failed.
  public var result: Result<Value, Failure>? {
    switch self {
    case .notRequested, .loading: nil
    case .loaded(let value): .success(value)
    case .failed(let failed): .failure(failed.error)
    }
  }
}
