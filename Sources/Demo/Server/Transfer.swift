import Synchronization

/// A body on its way to a client.
///
/// The server lets go of it when the last byte is sent, and when the client has closed the
/// connection: its end says which of the two it was.
final class Transfer: Sendable {
  /// How a transfer ended.
  struct Record: Hashable, Sendable {
    var path: String
    /// The bytes handed to the network, and those there were to send.
    var sent: Int
    var total: Int

    /// Whether everything was sent; otherwise the connection was closed before.
    var isComplete: Bool { sent == total }
  }

  // Guards the count.
  private let record: Mutex<Record>
  private let ended: @Sendable (Record) -> Void

  init(path: String, total: Int, ended: @escaping @Sendable (Record) -> Void) {
    record = Mutex(Record(path: path, sent: 0, total: total))
    self.ended = ended
  }

  deinit { ended(record.withLock { $0 }) }

  /// Counts bytes that are handed to the network.
  func note(sent count: Int) { record.withLock { $0.sent += count } }
}
