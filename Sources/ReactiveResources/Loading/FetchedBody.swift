import Foundation
import ReactiveLoadable

/// A body in memory, and since when its lifetime counts; one for each time that it was fetched.
final class FetchedBody: Sendable {
  let fetched: FetchedResource
  /// Whether the server was asked for it, or whether it is still right.
  let isAnswer: Bool
  private let moment: Duration

  init(_ fetched: FetchedResource, isAnswer: Bool, at moment: Duration) {
    self.fetched = fetched
    self.isAnswer = isAnswer
    self.moment = moment
  }

  /// What is left of its lifetime.
  func lifetime(at now: Duration) -> CacheLifetime { fetched.lifetime.after(now - moment) }
}

extension CacheLifetime {
  /// What is left of it after some time.
  func after(_ time: Duration) -> CacheLifetime {
    CacheLifetime(
      freshness: freshness.after(time),
      timeToLive: timeToLive.map { $0 - time }
    )
  }
}

extension Freshness {
  func after(_ time: Duration) -> Freshness {
    switch self {
    case .never, .forever: self
    case .lasting(let duration): .lasting(max(duration - time, .zero))
    }
  }
}

extension ResourceFetcher {
  /// Fetches a body; `now` tells the time by which lifetimes are counted.
  func body(
    _ request: ResourceRequest,
    _ now: @escaping @Sendable () -> Duration,
    _ report: LoadReporter<FetchedBody>
  ) async throws -> FetchedBody {
    let begin = wallClock.now()
    do {
      let fetched = try await fetch(request) { $0.tell(report, at: now()) }
      return FetchedBody(fetched, isAnswer: fetched.received >= begin, at: now())
    } catch .cancelled {
      throw CancellationError()
    }
  }
}

extension FetchReport {
  fileprivate func tell(_ reporter: LoadReporter<FetchedBody>, at moment: Duration) {
    switch self {
    case .stale(let stale): reporter.value(FetchedBody(stale, isAnswer: false, at: moment))
    case .progress(let received, let expected):
      reporter.progress(completed: received, of: expected)
    }
  }
}

extension Clock<Duration> {
  /// Tells the time since now.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
