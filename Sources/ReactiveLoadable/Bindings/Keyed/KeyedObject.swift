public import CombineShim
import ReactiveCaching
import ReactiveLoading

/// An `ObservableObject` of a reusable row or cell that shows one key of a cache at a time.
///
/// It is a ``KeyedModel`` for views that hold their models with `@StateObject`, and for UIKit
/// cells:
///
/// ```swift
/// final class PosterCell: UITableViewCell {
///   let row = KeyedObject(posters)
///   override func prepareForReuse() { row.clear() }
/// }
/// ```
///
/// `objectWillChange` is sent on the main actor before each change, as the protocol requires.
@MainActor
public final class KeyedObject<Source: KeyedLoader>: ObservableObject, KeyedHolder {
  /// The state to draw; it changes on the main actor, after `objectWillChange` was sent.
  @Published public private(set) var state: KeyedState<Source> = .notRequested

  let binding: KeyedBinding<Source>

  /// Creates a row without a key.
  ///
  /// - Parameters:
  ///   - source: The cache, which all rows share.
  ///   - priority: The priority of the interest while the row is visible; high by default.
  ///   - onDisappear: The policy for the interest when the row disappears; it ends by default.
  public init(
    _ source: Source,
    at priority: LoadPriority = .high,
    onDisappear: KeyedDisappearPolicy = .cancel
  ) {
    binding = KeyedBinding(source, at: priority, onDisappear: onDisappear)
  }

  /// The interest in the key of the row, if any.
  ///
  /// It is `nil` before the row has appeared, after `clear`, and after `disappear`, unless the
  /// policy keeps the interest. See <doc:CacheContract#C12-Rows-out-of-sight>.
  public var interest: Source.Interest? { binding.interest }

  /// Shows a key: its cached value immediately, otherwise the states of its load.
  ///
  /// The key that the row already shows starts no load. See
  /// <doc:CacheContract#C10-The-same-key-again>.
  ///
  /// - Parameter key: The key to show.
  public func show(_ key: Source.Interest.Key) {
    binding.show(key) { [weak self] in self?.state = $0 }
  }

  /// Applies the ``KeyedDisappearPolicy``, when the row or cell scrolls out of sight.
  ///
  /// By default the row ends its interest. A value or a failure stays visible; after a load without
  /// a previous value the state is not requested. The state does not change until the next `show`.
  /// See <doc:CacheContract#C12-Rows-out-of-sight>.
  public func disappear() { if binding.disappear() { state = binding.state } }

  /// Ends the interest and resets the state to not requested, before a row or cell is reused.
  public func clear() {
    if binding.clear() { state = binding.state }
  }
}
