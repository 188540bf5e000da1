import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A URL session whose requests are streams: the pieces of the body, then the end.
///
/// URLSession on Linux has no `bytes(for:)`; its delegate does the same everywhere.
final class Line: Sendable {
  /// What happens to a request.
  enum Event: Sendable {
    /// A piece of the body of a good answer, and how many bytes it will have in all.
    case received(Data, of: Int64?)
    case ended(Ending)
  }

  /// How a request ended: with a status, with an error, or in the middle of an answer with both.
  struct Ending: Sendable {
    var status: Int?
    var error: (any Error)?
  }

  private let session: URLSession
  private let receiver = Receiver()

  init(timeout: Double) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  // The session holds its delegate, and both would live on.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request; whoever leaves the stream, or is cancelled, closes its connection.
  func events(of request: URLRequest) -> AsyncStream<Event> {
    let task = session.dataTask(with: request)
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    continuation.onTermination = { _ in task.cancel() }
    receiver.requests.withLock { $0[task.taskIdentifier] = continuation }
    task.resume()
    return events
  }
}

extension Line.Ending {
  /// Throws unless the answer is complete and its status is 200 to 299.
  func check(url: URL) throws(APIError) {
    if let error {
      let named = APIError(error, url: url)
      // NB: on Linux the error does not tell a broken connection; that the answer had begun does.
      if case .transport = named, status != nil { throw .connectionLost }
      throw named
    }
    if let status, !status.isGood { throw .status(status) }
  }
}

/// Hands what comes for each request to its stream.
private final class Receiver: NSObject, URLSessionDataDelegate {
  // Guards who waits for which request.
  let requests = Mutex<[Int: AsyncStream<Line.Event>.Continuation]>([:])

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard dataTask.status?.isGood ?? false else { return }
    let total = dataTask.response.map(\.expectedContentLength).flatMap { $0 > 0 ? $0 : nil }
    let request = requests.withLock { $0[dataTask.taskIdentifier] }
    request?.yield(.received(data, of: total))
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let request = requests.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    request?.yield(.ended(Line.Ending(status: task.status, error: error)))
    request?.finish()
  }
}

extension URLSessionTask {
  fileprivate var status: Int? { (response as? HTTPURLResponse)?.statusCode }
}

extension Int {
  fileprivate var isGood: Bool { (200..<300).contains(self) }
}
