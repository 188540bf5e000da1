public import CombineShim

/// The connection of a stream to a loader, which ends with the loader or by ``cancel()``.
///
/// A screen connects its search field to a loader that outlives it, and ends the connection:
///
/// ```swift
/// let connection = results.search(on: field.texts)
/// connection.cancel()  // when the screen goes away
/// ```
///
/// Without a reference the connection stays: its release ends nothing. To end it with an object,
/// store it there with `store(in:)`.
public struct StreamConnection: Cancellable, Sendable {
  private let end: @Sendable () -> Void

  package init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  /// Creates a connection of two streams, which end in this order.
  package init(_ first: StreamConnection, _ second: StreamConnection) {
    self.init {
      first.cancel()
      second.cancel()
    }
  }

  /// Ends the connection: no element that arrives later has an effect.
  ///
  /// Any thread may call this, and more than once. A load that the stream has started continues.
  public func cancel() { end() }
}
