import ReactiveLoadable
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
      events?.perform { $0.receive(head) }
    } else {
      events?.perform { $0.end(URLError(.badServerResponse)) }
    }
    completionHandler(events == nil ? .cancel : .allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    events(of: dataTask)?.perform { $0.receive(data) }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let head = task.response.flatMap(TransferHead.init)
    events(of: task)?.perform { $0.end(error, head: head) }
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
