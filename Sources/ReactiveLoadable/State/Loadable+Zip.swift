extension Loadable {
  /// Returns one state for several: loaded when all are, with their values as a tuple.
  ///
  /// | there is | the result is |
  /// |---|---|
  /// | a failed part | failed, with the error and cause of the first such part |
  /// | else a loading part | loading, with the least progress and the most attempts of those parts |
  /// | else a part not requested | not requested |
  /// | else | loaded |
  ///
  /// A result that is not loaded shows the values of before, if every part has one to show. The
  /// cause of a loading result is the heaviest of its parts: load, then retry, then refresh; so it
  /// is refreshing only when nothing heavier runs. Zipping is associative, and the result's
  /// ``latest`` is there exactly when every part has one.
  ///
  /// ```swift
  /// let screen = Loadable<(Account, [Podcast]), LoadError>.zip(account, podcasts)
  /// ```
  ///
  /// Without parts it is loaded, with an empty tuple.
  ///
  /// - Parameter parts: The states to join, with one failure type.
  /// - Returns: The one state that the table gives.
  public static func zip<each Part>(
    _ parts: repeat Loadable<each Part, Failure>
  ) -> Self where Value == (repeat each Part) {
    var status = ZipStatus<Failure>()
    for part in repeat each parts { status.add(part) }
    let latest: Value? = try? (repeat (each parts).shown())
    return status.state(latest: latest)
  }

  private func shown() throws(NothingToShow) -> Value {
    guard let latest else { throw NothingToShow() }
    return latest
  }
}

extension Sequence {
  /// Returns one state for the states of a sequence, as a zip of them says.
  ///
  /// The table is that of ``Loadable/zip(_:)->Loadable<Value,Failure>``. An empty sequence gives a
  /// loaded, empty array.
  public func zipped<Value, Failure>() -> Loadable<[Value], Failure>
  where Element == Loadable<Value, Failure> {
    var status = ZipStatus<Failure>()
    var values: [Value]? = []
    for part in self {
      status.add(part)
      if let latest = part.latest { values?.append(latest) } else { values = nil }
    }
    return status.state(latest: values)
  }
}

private struct NothingToShow: Error {}

/// What the parts of a zip say together, but for their values.
private struct ZipStatus<Failure: Error> {
  private var failed: Failed<Never, Failure>?
  private var loading: Loading<Never>?

  mutating func add<Value>(_ part: Loadable<Value, Failure>) {
    switch part {
    case .notRequested, .loaded: break
    case .loading(let other): loading = loading?.joined(with: other) ?? other.withoutValue
    case .failed(let other):
      failed = failed ?? Failed(error: other.error, cause: other.cause)
    }
  }

  /// `latest` is what the parts show together; `nil` unless every part shows something.
  func state<Value>(latest: Value?) -> Loadable<Value, Failure> {
    if let failed { return .failed(failed.error, previous: latest, cause: failed.cause) }
    if var loading = loading?.map({ never -> Value in }) {
      loading.previous = latest
      return .loading(loading)
    }
    return latest.map(Loadable.loaded) ?? .notRequested
  }
}

extension Loading {
  fileprivate var withoutValue: Loading<Never> {
    Loading<Never>(cause: cause, attempt: attempt, progress: progress)
  }
}

extension Loading<Never> {
  fileprivate func joined<Other>(with other: Loading<Other>) -> Self {
    var least: LoadProgress?
    if let mine = progress?.fraction, let theirs = other.progress?.fraction {
      least = LoadProgress(fraction: Swift.min(mine, theirs))
    }
    return Loading(
      cause: cause.weight >= other.cause.weight ? cause : other.cause,
      attempt: Swift.max(attempt, other.attempt),
      progress: least
    )
  }
}

extension LoadCause {
  fileprivate var weight: Int {
    switch self {
    case .refresh: 0
    case .retry: 1
    case .load: 2
    }
  }
}
