public import ReactiveLoadable

/// How a load has ended.
///
/// The store sends it. One that is written by hand, to say in a test what is expected, belongs to no load:
/// sent to a store, it changes nothing of what is loading (S12). Two are equal when they tell the same.
public struct LoadAnswer<Child: Sendable>: Sendable {
  /// What it brought, or why it failed; `nil` if it was cancelled by its own work.
  public let result: Result<Child, LoadError>?
  /// What a load has told; `nil` if it is written by hand.
  let news: EmbeddedNews<Child, LoadError>?

  init(_ news: EmbeddedNews<Child, LoadError>) {
    self.news = news
    result = news.result
  }

  private init(written result: Result<Child, LoadError>?) {
    self.result = result
    news = nil
  }

  /// What it brought; `nil` if it failed or was cancelled.
  public var child: Child? { try? result?.get() }

  /// The answer of a load that brought its child.
  ///
  /// - Parameter child: What it brought.
  /// - Returns: An answer that belongs to no load.
  public static func success(_ child: Child) -> Self { Self(written: .success(child)) }

  /// The answer of a load that failed.
  ///
  /// - Parameter error: As the load function throws it.
  /// - Returns: An answer that belongs to no load.
  public static func failure(_ error: any Error) -> Self {
    Self(written: .failure(LoadError(error)))
  }

  /// The answer of a load that was cancelled by its own work; it belongs to no load.
  public static var cancelled: Self { Self(written: nil) }
}

extension LoadAnswer: Equatable where Child: Equatable {
  /// Compares what they tell.
  public static func == (left: Self, right: Self) -> Bool { left.result == right.result }
}

extension LoadAnswer: CustomStringConvertible, CustomReflectable {
  /// What it brought, or why it failed.
  public var description: String {
    switch result {
    case .success(let child): "\(child)"
    case .failure(let error): "failed: \(error)"
    case nil: "cancelled"
    }
  }

  /// What it tells: tickets are nobody's business.
  public var customMirror: Mirror {
    switch result {
    case .success(let child): Mirror(self, children: ["success": child], displayStyle: .enum)
    case .failure(let error): Mirror(self, children: ["failure": error], displayStyle: .enum)
    case nil: Mirror(self, children: [:], displayStyle: .enum)
    }
  }
}
