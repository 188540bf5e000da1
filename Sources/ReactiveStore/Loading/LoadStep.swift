public import ReactiveLoadable

/// A load that goes on, and what is new of it.
///
/// The store sends it. One that is written by hand, to say in a test what is expected, belongs to no load:
/// sent to a store, it changes nothing (S12). Two are equal when they tell the same.
public struct LoadStep<Child: Sendable>: Sendable {
  /// What is new of a load.
  enum Novelty: Sendable {
    case partial(Child)
    case progress(LoadProgress)
    case attemptFailed(LoadError)
    case attemptBegins
    /// It ends by this, so it is told as an answer.
    case end
  }

  let novelty: Novelty
  /// What a load has told; `nil` if it is written by hand.
  let news: EmbeddedNews<Child, LoadError>?

  init(_ news: EmbeddedNews<Child, LoadError>) {
    self.news = news
    novelty =
      switch news.step {
      case .value(let child): .partial(child)
      case .progress(let progress): .progress(progress)
      case .attemptFailed(let error): .attemptFailed(error)
      case .attemptBegins: .attemptBegins
      case nil: .end
      }
  }

  private init(written novelty: Novelty) {
    self.novelty = novelty
    news = nil
  }

  /// A value so far.
  ///
  /// - Parameter child: What there is of it.
  /// - Returns: A step that belongs to no load.
  public static func partial(_ child: Child) -> Self { Self(written: .partial(child)) }

  /// How far it is.
  ///
  /// - Parameter progress: The part that is done, or the units.
  /// - Returns: A step that belongs to no load.
  public static func progress(_ progress: LoadProgress) -> Self {
    Self(written: .progress(progress))
  }

  /// An attempt has failed, and another one follows, at once or after a time.
  ///
  /// - Parameter error: As the load function throws it.
  /// - Returns: A step that belongs to no load.
  public static func attemptFailed(_ error: any Error) -> Self {
    Self(written: .attemptFailed(LoadError(error)))
  }

  /// The time before another attempt is over, and that begins; it belongs to no load.
  public static var attemptBegins: Self { Self(written: .attemptBegins) }
}

extension LoadStep.Novelty: Equatable where Child: Equatable {}

extension LoadStep: Equatable where Child: Equatable {
  /// Compares what they tell.
  public static func == (left: Self, right: Self) -> Bool { left.novelty == right.novelty }
}

extension LoadStep: CustomStringConvertible, CustomReflectable {
  /// What is new of the load.
  public var description: String {
    switch novelty {
    case .partial(let child): "so far: \(child)"
    case .progress(let progress): "\(progress)"
    case .attemptFailed(let error): "attempt failed: \(error)"
    case .attemptBegins: "attemptBegins"
    case .end: "end"
    }
  }

  /// What it tells: tickets are nobody's business.
  public var customMirror: Mirror {
    switch novelty {
    case .partial(let child): Mirror(self, children: ["partial": child], displayStyle: .enum)
    case .progress(let part): Mirror(self, children: ["progress": part], displayStyle: .enum)
    case .attemptFailed(let error):
      Mirror(self, children: ["attemptFailed": error], displayStyle: .enum)
    case .attemptBegins, .end: Mirror(self, children: [:], displayStyle: .enum)
    }
  }
}
