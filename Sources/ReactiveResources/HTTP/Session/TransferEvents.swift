import Foundation
import ReactiveLoadable

/// The status and the header fields of a response.
struct TransferHead: Sendable {
  var status: Int
  var headers: HTTPFields
}

/// The events of a transfer, which arrive on any thread, and which one reader awaits in any order.
final class TransferEvents: Sendable {
  private struct State {
    var head: TransferHead?
    /// The bytes that are not read yet.
    var unread = Data()
    /// The number of bytes that the body may still have, read or not.
    var remaining: Int
    /// The end of the transfer, whose error, if any, follows the unread bytes.
    var end: Result<Void, any Error>?
    var reader: CheckedContinuation<Void, Never>?

    mutating func receive(_ new: TransferHead) {
      if end == nil, head == nil, new.status >= 200 { head = new }
    }

    /// A cancellation and a body over the limit drop the unread bytes.
    mutating func finish(_ error: (any Error)?) {
      if error is CancellationError || error is TransferError { unread = Data() }
      end = error.map { .failure($0) } ?? .success(())
    }
  }

  private let state: Lock<State>
  private let stop: @Sendable () -> Void

  /// `limit` is the largest number of bytes of the body; if it has more, `stop` is called once.
  init(limit: Int? = nil, stop: @escaping @Sendable () -> Void = {}) {
    state = Lock(State(remaining: limit ?? .max))
    self.stop = stop
  }

  /// Waits for the final header fields.
  func head() async throws -> TransferHead {
    try await value { state in
      if let head = state.head { return .success(head) }
      return state.end?.flatMap { .failure(URLError(.badServerResponse)) }
    }
  }

  /// Waits for bytes; returns `nil` at the end.
  func bytes() async throws -> Data? {
    try await value { state in
      guard !state.unread.isEmpty else { return state.end?.map { nil } }
      defer { state.unread = Data() }
      return .success(state.unread)
    }
  }

  /// Receives the final header fields; interim responses are skipped (RFC 9110, 15.2).
  func receive(_ head: TransferHead) { change { $0.receive(head) } }

  func receive(_ bytes: Data) {
    let isTooLarge = change { state in
      guard state.end == nil else { return false }
      state.remaining -= bytes.count
      if state.remaining < 0 {
        state.finish(TransferError.overflow)
      } else if state.unread.isEmpty {
        state.unread = bytes
      } else {
        state.unread.append(bytes)
      }
      return state.remaining < 0
    }
    if isTooLarge { stop() }
  }

  /// Ends the transfer; only the first end counts.
  ///
  /// `head` is the response of a task that ended without presenting one, as URLSession on Linux
  /// does after a redirect status without a usable `Location`.
  func end(_ error: (any Error)?, head: TransferHead? = nil) {
    change { state in
      guard state.end == nil else { return }
      if error == nil, let head { state.receive(head) }
      state.finish(error)
    }
  }

  /// Changes the state under the lock, and resumes the reader outside the lock.
  @discardableResult
  private func change<Result>(_ change: (inout State) -> Result) -> Result {
    let (result, reader) = state.withLock { (change(&$0), $0.reader.take()) }
    reader?.resume()
    return result
  }

  /// Takes a value from the state, and waits for changes until the state has one.
  private func value<Value>(
    _ take: (inout State) -> Result<Value, any Error>?
  ) async throws -> Value {
    while true {
      var value: Result<Value, any Error>?
      await withCheckedContinuation { continuation in
        state.withLock { state in
          value = state.reader == nil ? take(&state) : .failure(TransferError.twoReaders)
          if value == nil { state.reader = continuation }
        }
        if value != nil { continuation.resume() }
      }
      if let value { return try value.get() }
    }
  }
}

enum TransferError: Error {
  /// The body exceeds the limit, also before it is read.
  case overflow
  /// A second task reads a body, which has one reader.
  case twoReaders
}
