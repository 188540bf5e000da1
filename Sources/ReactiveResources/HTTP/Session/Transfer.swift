import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request in flight of a session; its deallocation cancels it.
///
/// A cancellation ends all waiting calls here, too, without waiting for the session.
final class Transfer: Sendable {
  private let task: URLSessionTask
  private let events: TransferEvents
  private let router: TransferRouter

  /// Registers a task that is not started; `limit` is the largest number of bytes of its body.
  init(_ task: URLSessionTask, _ router: TransferRouter, limit: Int?) {
    self.task = task
    self.router = router
    events = TransferEvents(limit: limit) { [router] in router.perform { task.cancel() } }
    router.add(events, for: task)
  }

  deinit { cancel() }

  /// Starts the task, and waits for the header fields.
  func head() async throws -> TransferHead {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        events.perform { $0.awaitHead(continuation) }
        // The handler may have run before. A cancelled task does not start.
        if !Task.isCancelled { router.perform { [task] in task.resume() } }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Waits for bytes; returns `nil` at the end.
  func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        events.perform { $0.awaitBytes(continuation) }
      }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    events.perform { $0.end(CancellationError()) }
    router.remove(task)
    router.perform { [task] in task.cancel() }
  }
}

/// The body of a transfer, which keeps the transfer alive.
struct TransferBody: AsyncSequence, Sendable {
  let transfer: Transfer

  func makeAsyncIterator() -> Iterator { Iterator(transfer: transfer) }

  struct Iterator: AsyncIteratorProtocol {
    let transfer: Transfer

    func next() async throws -> Data? { try await transfer.next() }
  }
}
