/// The states that a row shows of something that is loaded by key.
public typealias RowState<Source: KeyedLoader> = Loadable<
  Source.Interest.Value, Source.Interest.Failure
>

/// A row that shows one key of a cache at a time, and is used again for other keys.
///
/// ``RowModel`` and ``RowObject`` conform.
@MainActor
public protocol RowHolder<Source>: AnyObject {
  /// What the row shows a key of.
  associatedtype Source: KeyedLoader

  /// The state to draw; not requested while the row shows nothing.
  var state: RowState<Source> { get }

  /// What the row shows; `nil` before it has appeared and after it was cleared.
  var interest: Source.Interest? { get }

  /// Shows a key: what is there at once, else what is loaded (W1, W2).
  func show(_ key: Source.Interest.Key)

  /// Tells that the row has gone out of sight (W4).
  func leave()

  /// Shows nothing, as a row does that waits to be used again (W3).
  func clear()
}

extension RowHolder {
  /// The key that the row shows.
  public var key: Source.Interest.Key? { interest?.key }

  /// Whether the value was there when the row began to show its key: then nothing need fade in.
  public var isHit: Bool { interest?.isHit ?? false }

  /// Loads again what has failed.
  public func retry() { interest?.retry() }

  /// Loads again, goes on showing what is there, and returns when that is over.
  public func refresh() async {
    interest?.refresh()
    await interest?.outcome()
  }
}
