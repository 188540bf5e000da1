extension Loadable {
  /// The loaded value; `nil` in every other state, also while a refresh runs.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The newest value there is to show: the loaded one, or the one of before a load or failure.
  public var latest: Value? {
    switch self {
    case .notRequested: nil
    case .loading(let loading): loading.previous
    case .loaded(let value): value
    case .failed(let failed): failed.previous
    }
  }

  /// Why the last load failed; `nil` in every other state.
  public var error: Failure? {
    if case .failed(let failed) = self { failed.error } else { nil }
  }

  /// Whether nothing has been asked for.
  public var isNotRequested: Bool {
    if case .notRequested = self { true } else { false }
  }

  /// Whether work is under way, for whatever cause.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether the work under way brings an earlier answer up to date.
  public var isRefreshing: Bool { loadingCause == .refresh }

  /// Whether a plain load is under way that goes on showing an earlier value.
  ///
  /// That value may answer another request, so a view may dim it, as a search does with the results
  /// of the text before.
  public var isReloading: Bool { loadingCause == .load && latest != nil }

  /// How far the work has come; `nil` when unknown or when nothing runs.
  public var progress: LoadProgress? {
    if case .loading(let loading) = self { loading.progress } else { nil }
  }

  private var loadingCause: LoadCause? {
    if case .loading(let loading) = self { loading.cause } else { nil }
  }
}

extension Loadable where Value: Collection {
  /// Whether there is an answer and it has no elements: the moment to say "nothing found".
  ///
  /// True when an empty collection was loaded, and while a refresh of it runs. False in a load or a
  /// retry, whose answer is not known: the empty collection that still shows may be the answer to
  /// another request. False in a failure, which has something else to say.
  public var isEmpty: Bool {
    switch self {
    case .notRequested, .failed: false
    case .loading(let loading): loading.cause == .refresh && loading.previous?.isEmpty == true
    case .loaded(let value): value.isEmpty
    }
  }
}
