import ReactiveRelays

extension LoadObserver {
  /// The policy for requests, keys, inputs and the values in errors, in the lines of a logger.
  public enum RequestVisibility: Hashable, Sendable, CaseIterable {
    /// A line has no request: `sign in: write started`, `sign in: write failed: rejected(…)`.
    case hidden
    /// A line has the text of the request: `podcasts("swift"): load started`.
    ///
    /// For requests, keys and inputs without passwords, tokens and personal data, or a log that
    /// never leaves the machine of its developer.
    case shown
  }

  /// An observer that writes a line for each event.
  ///
  /// ```swift
  /// LoadPolicy(name: "podcasts", observer: .logger { print($0) })
  /// ```
  ///
  /// ```
  /// podcasts: load started
  /// podcasts: load succeeded after 120 ms
  /// ```
  ///
  /// With `.logger(requests: .shown) { print($0) }` the first line is
  /// `podcasts("swift"): load started`. The lines of a ``Mutation`` say `write`, as in
  /// `save: write started`. The duration includes all attempts and the delays between them. See
  /// <doc:ObservingLoads#O8-Values>.
  ///
  /// - Parameters:
  ///   - requests: The policy for requests, keys, inputs and values in errors. By default a line
  ///     has none, because an input can be a password and a log can leave the device.
  ///   - log: A function that writes a line, on the thread of the event.
  /// - Returns: The observer.
  public static func logger(
    requests: RequestVisibility = .hidden,
    _ log: @escaping @Sendable (String) -> Void
  ) -> LoadObserver {
    LoadObserver { log($0.line(requests)) }
  }
}

extension LoadObserver.Event: CustomStringConvertible {
  /// The event as one line without its request, as in `podcasts: load succeeded after 120 ms`.
  ///
  /// An error has at most 200 characters, and is its localized description if it has one. Values
  /// are not part of the line, nor are those in an error.
  public var description: String { line(.hidden) }

  /// Returns the event as one line, with or without its request.
  func line(_ requests: LoadObserver.RequestVisibility) -> String {
    var line = cutText(name, 200)
    if requests == .shown, let request, !(request is NoRequest) {
      line += "(\(shortText(request, isQuoted: true)))"
    }
    line += ": \(kind.words(isWrite ? "write" : cause?.rawValue ?? "load", attempt))"
    if let duration, kind.isEnd { line += " after \(duration.inWords)" }
    if let error = kind.error { line += ": \(error.logText(requests))" }
    return line
  }
}

extension LoadObserver.Event.Kind: CustomStringConvertible {
  /// The kind without its value and its error, as in `started` and `skipped, fresh`.
  public var description: String {
    switch self {
    case .started: "started"
    case .joined: "joined"
    case .replaced: "replaced"
    case .attemptFailed: "attempt failed"
    case .retried: "retried"
    case .progressed(let progress): "progress \(progress)"
    case .partialValue: "partial value"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .skipped(.noRequest): "skipped: nothing was requested yet, call load()"
    case .skipped(let reason): "skipped, \(reason)"
    case .set: "value set"
    case .reset: "reset"
    case .invalidated: "invalidated"
    case .hit: "hit"
    case .removed(let reason): "\(reason)"
    case .edited: "edited"
    case .rolledBack: "edit rolled back"
    case .restored: "saved value restored"
    case .saved: "value saved"
    case .recordFailed: "record failed"
    }
  }

  /// Returns the kind in words; `noun` is the cause of the load, or `write`.
  fileprivate func words(_ noun: String, _ attempt: Int) -> String {
    switch self {
    case .started, .joined, .replaced, .succeeded, .failed, .cancelled:
      "\(noun) \(self)"
    case .attemptFailed: "\(self), retry \(attempt) follows"
    case .retried: "retry \(attempt) started"
    case .progressed, .partialValue, .skipped, .set, .reset, .invalidated, .hit, .removed, .edited,
      .rolledBack, .restored, .saved, .recordFailed:
      description
    }
  }

  /// The error of a failed attempt, load or record; `nil` for other events.
  var error: (any Error)? {
    switch self {
    case .attemptFailed(let error), .failed(let error), .recordFailed(let error): error
    case .started, .joined, .replaced, .retried, .progressed, .partialValue, .succeeded, .cancelled,
      .skipped, .set, .reset, .invalidated, .hit, .removed, .edited, .rolledBack, .restored, .saved:
      nil
    }
  }
}
