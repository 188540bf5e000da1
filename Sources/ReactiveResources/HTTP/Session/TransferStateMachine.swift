import Foundation

/// The status and the header fields of an answer.
struct TransferHead: Sendable {
  var status: Int
  var headers: HTTPFields
}

/// The decisions of a transfer: what the session tells, and what a reader waits for, in any order.
///
/// One reader waits at a time.
struct TransferStateMachine {
  typealias HeadWaiter = CheckedContinuation<TransferHead, any Error>
  typealias BytesWaiter = CheckedContinuation<Data?, any Error>

  /// What is to be done outside of the lock.
  enum Action {
    case none
    case give(TransferHead, HeadWaiter)
    case giveBytes(Data?, BytesWaiter)
    case fail(any Error, HeadWaiter)
    case failBytes(any Error, BytesWaiter)
  }

  private enum State {
    case idle
    case awaitingHead(HeadWaiter)
    /// The body comes; what nobody has read waits here.
    case receiving(Data)
    case awaitingBytes(BytesWaiter)
    /// It is over, with or without an error, which comes after the rest of the bytes.
    case ended(rest: Data, (any Error)?)
  }

  private var state = State.idle

  mutating func awaitHead(_ waiter: HeadWaiter) -> Action {
    switch state {
    case .idle:
      state = .awaitingHead(waiter)
      return .none
    case .ended(_, let error): return .fail(error ?? CancellationError(), waiter)
    case .awaitingHead, .receiving, .awaitingBytes:
      preconditionFailure("the header fields of a transfer are awaited once, not in \(state)")
    }
  }

  mutating func awaitBytes(_ waiter: BytesWaiter) -> Action {
    switch state {
    case .receiving(let bytes) where bytes.isEmpty:
      state = .awaitingBytes(waiter)
      return .none
    case .receiving(let bytes):
      state = .receiving(Data())
      return .giveBytes(bytes, waiter)
    case .ended(let rest, let error):
      guard rest.isEmpty else {
        state = .ended(rest: Data(), error)
        return .giveBytes(rest, waiter)
      }
      return error.map { .failBytes($0, waiter) } ?? .giveBytes(nil, waiter)
    case .awaitingBytes: return .failBytes(TransferMisuse.twoReaders, waiter)
    // A body is handed out with its header fields, so there are none to wait for.
    case .idle, .awaitingHead: preconditionFailure("a body is read after its head, not in \(state)")
    }
  }

  /// Takes the final header fields; those of an interim response are skipped (RFC 9110, 15.2).
  mutating func receive(_ head: TransferHead) -> Action {
    guard head.status >= 200 else { return .none }
    switch state {
    case .awaitingHead(let waiter):
      state = .receiving(Data())
      return .give(head, waiter)
    // A transfer is started when it is awaited, and its header fields come once; then it is over.
    case .idle, .receiving, .awaitingBytes, .ended: return .none
    }
  }

  mutating func receive(_ bytes: Data) -> Action {
    switch state {
    case .receiving(var unread):
      // Held by nobody else, so that nothing is copied.
      state = .idle
      unread.append(bytes)
      state = .receiving(unread)
      return .none
    case .awaitingBytes(let waiter):
      state = .receiving(Data())
      return .giveBytes(bytes, waiter)
    // Bytes come after the header fields; those that come after a cancel are not wanted.
    case .idle, .awaitingHead, .ended: return .none
    }
  }

  /// Ends it; the first end counts.
  ///
  /// `head` is the response of a task that ended without presenting one, as URLSession on Linux does
  /// after a redirect status without a usable `Location`.
  mutating func end(_ error: (any Error)?, head: TransferHead? = nil) -> Action {
    switch state {
    case .awaitingHead where error == nil && head.map { $0.status >= 200 } ?? false:
      let action = head.map { receive($0) } ?? .none
      state = .ended(rest: Data(), nil)
      return action
    case .idle:
      state = .ended(rest: Data(), error)
      return .none
    case .awaitingHead(let waiter):
      state = .ended(rest: Data(), error)
      return .fail(error ?? URLError(.badServerResponse), waiter)
    case .receiving(let bytes):
      state = .ended(rest: error is CancellationError ? Data() : bytes, error)
      return .none
    case .awaitingBytes(let waiter):
      state = .ended(rest: Data(), error)
      return error.map { .failBytes($0, waiter) } ?? .giveBytes(nil, waiter)
    case .ended: return .none
    }
  }
}

/// A body is for one reader.
enum TransferMisuse: Error {
  case twoReaders
}
