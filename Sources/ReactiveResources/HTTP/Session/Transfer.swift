import Dispatch
import Foundation
import ReactiveLoadable

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request in flight of a session; its deallocation cancels it.
///
/// A cancellation ends all waiting calls here, too, without waiting for the session.
final class Transfer: Sendable {
  /// The largest number of bytes of the next body, once decoded, for a client that cannot pause.
  ///
  /// A task-local value, so that it also applies through a transport that wraps another one.
  @TaskLocal static var limit: Int?

  private let task: URLSessionTask
  private let events: TransferEvents
  private let router: TransferRouter

  /// Registers a task that is not started.
  init(_ task: URLSessionTask, _ router: TransferRouter) {
    self.task = task
    self.router = router
    events = TransferEvents(limit: Self.limit) { [router] in router.perform { task.cancel() } }
    router.add(events, for: task)
  }

  deinit { cancel() }

  /// Starts the task, and waits for the header fields.
  func head() async throws -> TransferHead {
    try await withTaskCancellationHandler {
      // The handler may have run before. A cancelled task does not start.
      if !Task.isCancelled { router.perform { [task] in task.resume() } }
      return try await events.head()
    } onCancel: {
      cancel()
    }
  }

  /// Waits for bytes; returns `nil` at the end.
  func next() async throws -> Data? {
    try await withTaskCancellationHandler {
      try await events.bytes()
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    events.end(CancellationError())
    router.remove(task)
    router.perform { [task] in task.cancel() }
  }
}

/// The delegate of a session, which passes each event to its transfer.
final class TransferRouter: NSObject, URLSessionDataDelegate, Sendable {
  private let transfers = Lock<[Int: TransferEvents]>([:])
  /// The queue of the calls that start and cancel tasks.
  ///
  /// NB: On Linux these calls wait for the session, which can be busy for seconds, as it is while
  /// it decodes a compressed body. A caller must not wait: it can be the main thread.
  let calls = DispatchQueue(label: "ReactiveResources.URLSessionTransport")

  /// Starts or cancels a task, without waiting for the session.
  func perform(_ call: @escaping @Sendable () -> Void) { calls.async(execute: call) }

  func add(_ events: TransferEvents, for task: URLSessionTask) {
    transfers.withLock { $0[task.taskIdentifier] = events }
  }

  func remove(_ task: URLSessionTask) {
    _ = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let events = events(of: dataTask)
    if let head = TransferHead(response) {
      events?.receive(head)
    } else {
      events?.end(URLError(.badServerResponse))
    }
    completionHandler(events == nil ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    events(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let head = task.response.flatMap(TransferHead.init)
    events(of: task)?.end(error, head: head)
    remove(task)
  }

  /// Declines the redirect, which is then the response: a fetcher follows it.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping (CachedURLResponse?) -> Void
  ) {
    completionHandler(nil)
  }

  private func events(of task: URLSessionTask) -> TransferEvents? {
    transfers.withLock { $0[task.taskIdentifier] }
  }
}

extension TransferHead {
  /// Creates the head of a response; `nil` if it is not an HTTP response.
  fileprivate init?(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return nil }
    self.init(status: response.statusCode, headers: [:])
    for case (let name as String, let value as String) in response.allHeaderFields {
      headers.add(value, for: name)
    }
  }
}
