import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request on its way through a session; letting go of it cancels it.
///
/// What it awaits never depends on the session to end it: a cancel ends it here, too.
final class Transfer: Sendable {
  private let task: URLSessionTask
  private let events: TransferEvents
  private let router: TransferRouter

  /// Registers a task that has not been started.
  init(_ task: URLSessionTask, _ router: TransferRouter) {
    self.task = task
    self.router = router
    events = TransferEvents()
    router.add(events, for: task)
  }

  deinit { cancel() }

  /// Starts it, and waits for the header fields.
  func head() async throws -> TransferHead {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        events.perform { $0.awaitHead(waiter) }
        // The handler may have run before; a task that was cancelled does not start.
        if !Task.isCancelled { task.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Waits for bytes; `nil` at the end.
  func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        events.perform { $0.awaitBytes(waiter) }
      }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    events.perform { $0.end(CancellationError()) }
    router.remove(task)
    task.cancel()
  }
}

/// The body of a transfer, which lives for as long as somebody may read it.
struct TransferBody: AsyncSequence, Sendable {
  let transfer: Transfer

  func makeAsyncIterator() -> Iterator { Iterator(transfer: transfer) }

  struct Iterator: AsyncIteratorProtocol {
    let transfer: Transfer

    func next() async throws -> Data? { try await transfer.next() }
  }
}
