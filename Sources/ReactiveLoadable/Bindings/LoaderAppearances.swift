/// The loader of a view model, and the views that currently show it.
///
/// It loads when a view appears, and applies a ``DisappearPolicy`` when the last view disappears.
///
/// Every ``LoaderHolder`` has one: ``LoaderModel``, ``LoaderObject`` and custom models. The
/// conformance adds the intents.
@MainActor
public final class LoaderAppearances<Source: StateLoader> {
  /// The loader, which several models may share.
  public let loader: Source

  private let onDisappear: DisappearPolicy
  private var visitors = Visitors()

  /// Creates the appearances of a loader, without visitors.
  ///
  /// - Parameters:
  ///   - loader: The loader, which the appearances retain.
  ///   - onDisappear: The policy for the load in flight when the last visitor disappears; the load
  ///     continues by default.
  public init(_ loader: Source, onDisappear: DisappearPolicy = .continueLoading) {
    self.loader = loader
    self.onDisappear = onDisappear
  }

  /// Loads a key for a visitor that appears, unless its value is fresh or its load is in flight.
  ///
  /// See <doc:HoldingALoaderInAView#V6-Appearing>.
  ///
  /// - Parameters:
  ///   - key: The key to load.
  ///   - visitor: An identifier of the visitor, which counts once, however often it appears.
  ///     Without an identifier, each call counts.
  public func appear(_ key: Source.Key, as visitor: AnyHashable? = nil) {
    visitors.enter(visitor)
    loader.loadIfNeeded(key)
  }

  /// Applies the policy if the visitor that disappears is the last one.
  ///
  /// See <doc:HoldingALoaderInAView#V7-Disappearing>.
  ///
  /// - Parameter visitor: The identifier that the visitor passed to `appear`. A visitor that has
  ///   not appeared changes nothing.
  public func disappear(as visitor: AnyHashable? = nil) {
    let (isLast, left) = visitors.disappear(visitor)
    defer { withExtendedLifetime(left) {} }
    guard isLast else { return }
    switch onDisappear {
    case .continueLoading: break
    case .cancelLoad: loader.cancel()
    }
  }
}
