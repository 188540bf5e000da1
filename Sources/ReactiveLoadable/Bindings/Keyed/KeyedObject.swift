public import CombineShim

/// What a row shows of a cache, as an `ObservableObject`, on the main actor.
///
/// It is ``KeyedModel`` for views that hold their models with `@StateObject`, and for cells:
///
/// ```swift
/// final class PosterCell: UITableViewCell {
///   let row = KeyedObject(posters)
///   override func prepareForReuse() { row.clear() }
/// }
/// ```
///
/// `objectWillChange` is sent on the main actor before each change, as the protocol asks.
@MainActor
public final class KeyedObject<Source: KeyedLoader>: ObservableObject, KeyedHolder {
  /// The state to draw; it changes on the main actor, after `objectWillChange` was sent.
  @Published public private(set) var state: KeyedState<Source> = .notRequested

  private let binding: KeyedBinding<Source>

  /// Creates a row that shows nothing yet.
  ///
  /// - Parameters:
  ///   - source: What the row shows a key of; all rows share it.
  ///   - priority: How urgent the load of a row in sight is; high by default.
  ///   - onDisappear: What becomes of it when the row goes out of sight; by default the row is not
  ///     interested any more.
  public init(
    _ source: Source,
    at priority: LoadPriority = .high,
    onDisappear: KeyedDisappearPolicy = .cancel
  ) {
    binding = KeyedBinding(source, at: priority, onDisappear: onDisappear)
  }

  /// The interest in what the row shows; `nil` before it has appeared, after it was cleared, and after it
  /// has left, unless its policy keeps the interest (C12).
  public var interest: Source.Interest? { binding.interest }

  /// Shows a key: what is there at once, else what is loaded (C9, C10).
  ///
  /// - Parameter key: What to show from now on.
  public func show(_ key: Source.Interest.Key) {
    binding.show(key) { [weak self] in self?.state = $0 }
  }

  /// Tells that the row has gone out of sight (C12).
  ///
  /// What is loaded stays, and so does a failure; of a load without a value nothing is left. Unless the
  /// policy keeps the interest, nothing more comes until the next `show`.
  public func disappear() { if binding.disappear() { state = binding.state } }

  /// Shows nothing, as a row does that waits to be used again (C11).
  public func clear() {
    binding.clear()
    state = binding.state
  }
}
