public import ReactiveLoadable

/// An event of a running load: a partial value, progress, or an attempt.
///
/// The store creates it for a load. A test creates one as an expected value; if the test sends that
/// value to a store, nothing changes, because it belongs to no load. Two events are equal if their
/// contents are equal. See <doc:StoreContract#S12-Stale-results>.
public struct LoadEvent<Child: Sendable>: Sendable {
  /// The content of an event.
  enum Content: Sendable {
    case partial(Box<Child>)
    case progress(LoadProgress)
    case attemptFailed(LoadError)
    case attemptStarted
    /// The end of the load, which is published as a ``LoadResult``.
    case end
  }

  let content: Content
  /// The event of a load; `nil` for an expected value.
  let workEvent: WorkEvent?

  init(_ workEvent: WorkEvent) {
    self.workEvent = workEvent
    let step: EmbeddedStep<Child>? = workEvent.step()
    content =
      switch step {
      case .value(let child): .partial(child)
      case .progress(let progress): .progress(progress)
      case .attemptFailed(let error): .attemptFailed(error.value)
      case .attemptStarted: .attemptStarted
      case nil: .end
      }
  }

  private init(expected content: Content) {
    self.content = content
    workEvent = nil
  }

  /// Creates an event with a partial value.
  ///
  /// - Parameter child: The partial value.
  /// - Returns: An event that belongs to no load.
  public static func partial(_ child: Child) -> Self { Self(expected: .partial(Box(child))) }

  /// Creates an event with a progress.
  ///
  /// - Parameter progress: The completed fraction, or the completed units.
  /// - Returns: An event that belongs to no load.
  public static func progress(_ progress: LoadProgress) -> Self {
    Self(expected: .progress(progress))
  }

  /// Creates the event of a failed attempt that is retried, immediately or after a delay.
  ///
  /// - Parameter error: The error that the load function throws.
  /// - Returns: An event that belongs to no load.
  public static func attemptFailed(_ error: any Error) -> Self {
    Self(expected: .attemptFailed(LoadError(error)))
  }

  /// The start of an attempt after the delay before it; it belongs to no load.
  public static var attemptStarted: Self { Self(expected: .attemptStarted) }
}

extension LoadEvent.Content: Equatable where Child: Equatable {}

extension LoadEvent: Equatable where Child: Equatable {
  /// Compares the contents.
  public static func == (left: Self, right: Self) -> Bool { left.content == right.content }
}

extension LoadEvent: CustomStringConvertible, CustomReflectable {
  /// The content of the event on one line; a long one is cut.
  public var description: String {
    switch content {
    case .partial(let child): "partial: \(shortText(child.value))"
    case .progress(let progress): "\(progress)"
    case .attemptFailed(let error): "attempt failed: \(shortText(error))"
    case .attemptStarted: "attemptStarted"
    case .end: "end"
    }
  }

  /// A mirror of the content, without internal tickets.
  public var customMirror: Mirror {
    switch content {
    case .partial(let child): Mirror(self, children: ["partial": child.value], displayStyle: .enum)
    case .progress(let part): Mirror(self, children: ["progress": part], displayStyle: .enum)
    case .attemptFailed(let error):
      Mirror(self, children: ["attemptFailed": error], displayStyle: .enum)
    case .attemptStarted, .end: Mirror(self, children: [:], displayStyle: .enum)
    }
  }
}
