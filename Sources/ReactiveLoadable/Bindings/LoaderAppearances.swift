/// A loader together with the screens that come and go: it loads once, and knows when all have left.
///
/// ``LoaderModel`` and ``LoaderObject`` have one each. A model of your own that conforms to
/// ``LoaderHolder`` has one, too, and gets all the intents.
@MainActor
public final class LoaderAppearances<Source: StateLoader> {
  /// The loader, which may be shared with others.
  public let loader: Source

  private let onDisappear: DisappearPolicy
  private var visitors = Visitors()

  /// Creates the appearances of a loader; nobody is there yet.
  ///
  /// - Parameters:
  ///   - loader: What is loaded.
  ///   - onDisappear: What happens to the load when the last visitor has left.
  public init(_ loader: Source, onDisappear: DisappearPolicy = .continueLoading) {
    self.loader = loader
    self.onDisappear = onDisappear
  }

  /// Loads what a key stands for unless it is there or on its way, for a visitor that comes (V6).
  ///
  /// - Parameters:
  ///   - key: What to load.
  ///   - visitor: Who comes: counted once, however often it appears. Without one, each call counts.
  public func appear(_ key: Source.Key, as visitor: AnyHashable? = nil) {
    visitors.enter(visitor)
    loader.loadIfNeeded(key)
  }

  /// Does what the policy says if this visitor is the last one to leave (V7).
  ///
  /// - Parameter visitor: Who leaves, as it came. Leaving without having come changes nothing.
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
