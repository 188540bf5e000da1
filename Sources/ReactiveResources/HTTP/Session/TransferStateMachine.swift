import Foundation

/// The status and the header fields of a response.
struct TransferHead: Sendable {
  var status: Int
  var headers: HTTPFields
}

/// The state of a transfer, for events of the session and calls of its reader in any order.
///
/// One reader waits at a time.
struct TransferStateMachine {
  typealias HeadContinuation = CheckedContinuation<TransferHead, any Error>
  typealias BytesContinuation = CheckedContinuation<Data?, any Error>

  /// The work to do outside the lock.
  enum Action {
    case none
    case resumeHead(TransferHead, HeadContinuation)
    case resumeBytes(Data?, BytesContinuation)
    case failHead(any Error, HeadContinuation)
    case failBytes(any Error, BytesContinuation)
    /// Cancels the task, because the body exceeds the limit, and fails the waiting reader.
    case stop((any Error, BytesContinuation)?)
  }

  private enum State {
    case idle
    case awaitingHead(HeadContinuation)
    /// The body arrives; these bytes are not read yet.
    case receiving(Data)
    case awaitingBytes(BytesContinuation)
    /// The transfer has ended. The error, if any, follows the rest of the bytes.
    case ended(rest: Data, (any Error)?)
  }

  private var state = State.idle
  /// The number of bytes that the body may still have, read or not.
  private var remaining: Int

  /// - Parameter limit: The largest number of bytes of the body; `nil` for no limit.
  init(limit: Int? = nil) { remaining = limit ?? .max }

  mutating func awaitHead(_ continuation: HeadContinuation) -> Action {
    switch state {
    case .idle:
      state = .awaitingHead(continuation)
      return .none
    case .ended(_, let error): return .failHead(error ?? CancellationError(), continuation)
    case .awaitingHead, .receiving, .awaitingBytes:
      preconditionFailure("The head of a transfer can be awaited once, not in the state \(state).")
    }
  }

  mutating func awaitBytes(_ continuation: BytesContinuation) -> Action {
    switch state {
    case .receiving(let bytes) where bytes.isEmpty:
      state = .awaitingBytes(continuation)
      return .none
    case .receiving(let bytes):
      state = .receiving(Data())
      return .resumeBytes(bytes, continuation)
    case .ended(let rest, let error):
      guard rest.isEmpty else {
        state = .ended(rest: Data(), error)
        return .resumeBytes(rest, continuation)
      }
      return error.map { .failBytes($0, continuation) } ?? .resumeBytes(nil, continuation)
    case .awaitingBytes: return .failBytes(TransferMisuse.twoReaders, continuation)
    // A body is returned with its head, so the head has arrived.
    case .idle, .awaitingHead:
      preconditionFailure("A body must be read after its head, not in the state \(state).")
    }
  }

  /// Receives the final header fields; interim responses are skipped (RFC 9110, 15.2).
  mutating func receive(_ head: TransferHead) -> Action {
    guard head.status >= 200 else { return .none }
    switch state {
    case .awaitingHead(let continuation):
      state = .receiving(Data())
      return .resumeHead(head, continuation)
    // The task starts when its head is awaited, and its final head arrives once.
    case .idle, .receiving, .awaitingBytes, .ended: return .none
    }
  }

  mutating func receive(_ bytes: Data) -> Action {
    switch state {
    case .receiving where bytes.count > remaining:
      state = .ended(rest: Data(), TransferOverflow())
      return .stop(nil)
    case .awaitingBytes(let continuation) where bytes.count > remaining:
      state = .ended(rest: Data(), TransferOverflow())
      return .stop((TransferOverflow(), continuation))
    case .receiving(var unread):
      remaining -= bytes.count
      // Releases the other reference, so that nothing is copied.
      state = .idle
      unread.append(bytes)
      state = .receiving(unread)
      return .none
    case .awaitingBytes(let continuation):
      remaining -= bytes.count
      state = .receiving(Data())
      return .resumeBytes(bytes, continuation)
    // Bytes arrive after the head; those after a cancellation are dropped.
    case .idle, .awaitingHead, .ended: return .none
    }
  }

  /// Ends the transfer; only the first end counts.
  ///
  /// `head` is the response of a task that ended without presenting one, as URLSession on Linux
  /// does after a redirect status without a usable `Location`.
  mutating func end(_ error: (any Error)?, head: TransferHead? = nil) -> Action {
    switch state {
    case .awaitingHead where error == nil && head.map { $0.status >= 200 } ?? false:
      let action = head.map { receive($0) } ?? .none
      state = .ended(rest: Data(), nil)
      return action
    case .idle:
      state = .ended(rest: Data(), error)
      return .none
    case .awaitingHead(let continuation):
      state = .ended(rest: Data(), error)
      return .failHead(error ?? URLError(.badServerResponse), continuation)
    case .receiving(let bytes):
      state = .ended(rest: error is CancellationError ? Data() : bytes, error)
      return .none
    case .awaitingBytes(let continuation):
      state = .ended(rest: Data(), error)
      return error.map { .failBytes($0, continuation) } ?? .resumeBytes(nil, continuation)
    case .ended: return .none
    }
  }
}

/// An error in the use of a body, which has one reader.
enum TransferMisuse: Error {
  case twoReaders
}

/// The error of a transfer whose body exceeds the limit, also before it is read.
struct TransferOverflow: Error {}

/// The limit of the body of the next response, for a transport whose client cannot pause it.
///
/// A task-local value, so that it also applies through a transport that wraps another one.
enum TransferLimit {
  /// The largest number of bytes of the body, once decoded; `nil` for no limit.
  @TaskLocal static var bytes: Int?
}
