extension Loadable {
  /// Combines several states into one: loaded if all are, with their values as a tuple.
  ///
  /// The first row that applies decides:
  ///
  /// | parts | result |
  /// |---|---|
  /// | a part is failed | failed, with the error and cause of the first such part |
  /// | a part is loading | loading, with the least progress and the most attempts of those parts |
  /// | a part is not requested | not requested |
  /// | all parts are loaded | loaded |
  ///
  /// A loading or failed result has a previous value if every part has a value or previous value.
  /// The cause of a loading result is that of its parts with the highest rank: load, then retry,
  /// then refresh. Its last error is the first of its parts. The result is refreshing only if all
  /// loading parts are. Its ``Loading/savedAt`` is the oldest of its parts. Zipping is associative,
  /// and the result has a ``latest`` value exactly if every part has one.
  ///
  /// ```swift
  /// let screen = Loadable<(Account, [Podcast]), LoadError>.zip(account, podcasts)
  /// ```
  ///
  /// Without parts the result is loaded, with an empty tuple.
  ///
  /// - Parameter parts: The states to combine, with one failure type.
  /// - Returns: The state by the table.
  public static func zip<each Part>(
    _ parts: repeat Loadable<each Part, Failure>
  ) -> Self where Value == (repeat each Part) {
    var combined = Loadable<Never, Failure>.notRequested
    for part in repeat each parts { combined.add(part) }
    let latest: Value? = try? (repeat (each parts).shown())
    return combined.with(latest: latest)
  }

  private func shown() throws(MissingValue) -> Value {
    guard let latest else { throw MissingValue() }
    return latest
  }
}

extension Sequence {
  /// Combines the states of a sequence into one state, with the values as an array.
  ///
  /// The state follows the table of ``Loadable/zip(_:)->Loadable<Value,Failure>``. An empty
  /// sequence results in a loaded empty array.
  public func zipped<Value, Failure>() -> Loadable<[Value], Failure>
  where Element == Loadable<Value, Failure> {
    var combined = Loadable<Never, Failure>.notRequested
    var values: [Value]? = []
    for part in self {
      combined.add(part)
      if let latest = part.latest { values?.append(latest) } else { values = nil }
    }
    return combined.with(latest: values)
  }
}

private struct MissingValue: Error {}

extension Loadable {
  /// The date of the previous value, if it is restored.
  fileprivate var saved: RecordDate {
    switch self {
    case .loading(let loading): loading.saved
    case .failed(let failed): failed.saved
    case .notRequested, .loaded: RecordDate()
    }
  }
}

/// The combined state of the parts of a zip, without their values.
///
/// It is failed or loading if a part is; otherwise the latest value decides.
extension Loadable where Value == Never {
  mutating func add<Other>(_ part: Loadable<Other, Failure>) {
    let saved = saved.orOlder(part.saved)
    switch (self, part) {
    case (_, .notRequested), (_, .loaded): break
    case (.failed(var first), _):
      first.saved = saved
      self = .failed(first)
    case (_, .failed(let other)):
      var failed = other.withoutValue
      failed.saved = saved
      self = .failed(failed)
    case (.loading(let first), .loading(let other)): self = .loading(first.combined(with: other))
    case (.notRequested, .loading(let other)): self = .loading(other.withoutValue)
    }
  }

  /// The same state without the dates of records, which are those of previous values.
  package var undated: Self {
    switch self {
    case .loading(var loading):
      loading.saved = RecordDate()
      return .loading(loading)
    case .failed(var failed):
      failed.saved = RecordDate()
      return .failed(failed)
    case .notRequested, .loaded: return self
    }
  }

  /// Returns the combined state with a value or previous value.
  ///
  /// `latest` combines the latest values of the parts; it is `nil` if a part has none.
  package func with<Combined>(latest: Combined?) -> Loadable<Combined, Failure> {
    switch self {
    case .failed(let combined):
      var failed = combined.map { never -> Combined in }
      failed.previous = latest
      if latest != nil { failed.saved = combined.saved }
      return .failed(failed)
    case .loading(let combined):
      var loading = combined.map { never -> Combined in }
      loading.previous = latest
      if latest != nil { loading.saved = combined.saved }
      return .loading(loading)
    case .notRequested: return latest.map(Loadable<Combined, Failure>.loaded) ?? .notRequested
    }
  }
}

extension Loading {
  var withoutValue: Loading<Never, Failure> {
    var loading = Loading<Never, Failure>(
      cause: cause,
      attempt: attempt,
      progress: progress,
      lastError: lastError
    )
    loading.saved = saved
    return loading
  }
}

extension Failed {
  var withoutValue: Failed<Never, Failure> {
    var failed = Failed<Never, Failure>(error: error, cause: cause)
    failed.saved = saved
    return failed
  }
}

extension Loading where Value == Never {
  fileprivate func combined<Other>(with other: Loading<Other, Failure>) -> Self {
    var lowest: LoadProgress?
    if let fraction = progress?.fraction, let otherFraction = other.progress?.fraction {
      lowest = LoadProgress(fraction: Swift.min(fraction, otherFraction))
    }
    var loading = Loading(
      cause: cause.weight >= other.cause.weight ? cause : other.cause,
      attempt: Swift.max(attempt, other.attempt),
      progress: lowest,
      lastError: lastError ?? other.lastError
    )
    loading.saved = saved.orOlder(other.saved)
    return loading
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
