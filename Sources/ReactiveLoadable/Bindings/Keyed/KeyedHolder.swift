import ReactiveCaching
import ReactiveLoading

/// The state of a row that shows one key of a keyed loader.
public typealias KeyedState<Source: KeyedLoader> = Loadable<
  Source.Interest.Value, Source.Interest.Failure
>

/// A reusable row or cell that shows one key of a cache at a time.
///
/// ``KeyedModel`` and ``KeyedObject`` conform.
@MainActor
public protocol KeyedHolder<Source>: AnyObject {
  /// The type of the cache.
  associatedtype Source: KeyedLoader

  /// The state to draw; not requested before the row has appeared and after it was cleared.
  var state: KeyedState<Source> { get }

  /// The interest in the key of the row, if any.
  ///
  /// It is `nil` before the row has appeared, after `clear`, and after `disappear`, unless the
  /// policy keeps the interest. See <doc:CacheContract#C12-Rows-out-of-sight>.
  var interest: Source.Interest? { get }

  /// Shows a key: its cached value immediately, otherwise the states of its load.
  func show(_ key: Source.Interest.Key)

  /// Applies the ``KeyedDisappearPolicy``, when the row or cell scrolls out of sight.
  ///
  /// By default the row ends its interest. A value or a failure stays visible; after a load without
  /// a previous value the state is not requested. The state does not change until the next `show`.
  /// See <doc:CacheContract#C12-Rows-out-of-sight>.
  func disappear()

  /// Ends the interest and resets the state to not requested, before a row or cell is reused.
  func clear()
}

extension KeyedHolder {
  /// The key of the row; `nil` if ``interest`` is `nil`.
  public var key: Source.Interest.Key? { interest?.key }

  /// A Boolean value that indicates whether the key had a fresh value when the row showed it.
  ///
  /// A view needs no fade-in animation for a hit. The value is false without an ``interest``.
  public var isHit: Bool { interest?.isHit ?? false }

  /// Loads a failed key again; does nothing without an ``interest``.
  public func retry() { interest?.retry() }

  /// Reloads the key, and returns when the load has ended; the value stays visible until then.
  ///
  /// Without an ``interest`` the call returns immediately.
  public func refresh() async {
    interest?.refresh()
    await interest?.outcome()
  }
}
