/// The states that a row shows of something that is loaded by key.
public typealias KeyedState<Source: KeyedLoader> = Loadable<
  Source.Interest.Value, Source.Interest.Failure
>

/// A row that shows one key of a cache at a time, and is used again for other keys.
///
/// ``KeyedModel`` and ``KeyedObject`` conform.
@MainActor
public protocol KeyedHolder<Source>: AnyObject {
  /// What the row shows a key of.
  associatedtype Source: KeyedLoader

  /// The state to draw; not requested before the row has appeared and after it was cleared.
  var state: KeyedState<Source> { get }

  /// The interest in what the row shows; `nil` before it has appeared, after it was cleared, and after it
  /// has left, unless its policy keeps the interest (C12).
  var interest: Source.Interest? { get }

  /// Shows a key: what is there at once, else what is loaded (C9, C10).
  func show(_ key: Source.Interest.Key)

  /// Tells that the row has gone out of sight (C12).
  ///
  /// What is loaded stays, and so does a failure; of a load without a value nothing is left. Unless the
  /// policy keeps the interest, nothing more comes until the next `show`.
  func disappear()

  /// Shows nothing, as a row does that waits to be used again (C11).
  func clear()
}

extension KeyedHolder {
  /// The key that the row is interested in; `nil` whenever ``interest`` is.
  public var key: Source.Interest.Key? { interest?.key }

  /// Whether the value was there when the row began to show its key: then nothing need fade in; false
  /// without an ``interest``.
  public var isHit: Bool { interest?.isHit ?? false }

  /// Loads again what has failed; does nothing without an ``interest``, as after the row has left.
  public func retry() { interest?.retry() }

  /// Loads again, goes on showing what is there, and returns when that is over; at once without an
  /// ``interest``, as after the row has left.
  public func refresh() async {
    interest?.refresh()
    await interest?.outcome()
  }
}
