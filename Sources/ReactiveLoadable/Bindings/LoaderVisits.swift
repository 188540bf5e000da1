/// A loader together with the screens that come and go: it loads once, and knows when all have left.
///
/// ``LoaderModel`` and ``LoaderObject`` have one each. A model of your own that conforms to
/// ``LoaderHolder`` has one, too, and gets all the intents.
@MainActor
public final class LoaderVisits<Request: Hashable & Sendable, Value: Sendable, Failure: Error> {
  /// The loader, which may be shared with others.
  public let loader: Loader<Request, Value, Failure>

  private let whenLeft: LeavingPolicy
  private var visitors = Visitors()

  /// Creates the visits of a loader; nobody is there yet.
  ///
  /// - Parameters:
  ///   - loader: What is loaded.
  ///   - whenLeft: What happens to the load when the last visitor has left.
  public init(_ loader: Loader<Request, Value, Failure>, whenLeft: LeavingPolicy = .goOn) {
    self.loader = loader
    self.whenLeft = whenLeft
  }

  /// Loads the answer to a request unless it is there or on its way, for a visitor that comes (V6).
  ///
  /// - Parameters:
  ///   - request: What to load.
  ///   - visitor: Who comes: counted once, however often it appears. Without one, each call counts.
  public func appear(_ request: Request, as visitor: AnyHashable? = nil) {
    visitors.enter(visitor)
    loader.loadIfNeeded(request)
  }

  /// Does what the policy says if this visitor is the last one to leave (V7).
  ///
  /// - Parameter visitor: Who leaves, as it came. Leaving without having come changes nothing.
  public func leave(as visitor: AnyHashable? = nil) {
    let (isLast, left) = visitors.leave(visitor)
    defer { withExtendedLifetime(left) {} }
    guard isLast else { return }
    switch whenLeft {
    case .goOn: break
    case .cancelLoad: loader.cancel()
    }
  }
}
