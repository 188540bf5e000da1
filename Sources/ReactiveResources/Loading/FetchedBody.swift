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

  /// Where it came from for who had it fetched.
  var source: ResourceSource {
    switch fetched.source {
    case .disk: .disk
    case .network: .network
    }
  }

  /// What the server names it by; `nil` without a tag.
  var version: BodyVersion? {
    let tag = fetched.headers["etag"].flatMap(EntityTag.init)
    return tag.map { BodyVersion(url: fetched.url, tag: $0) }
  }

  /// Whether it is what the server names by a version, byte by byte.
  func isVersion(_ version: BodyVersion?) -> Bool {
    guard let own = self.version, let version else { return false }
    return own.matches(version)
  }

  /// The moment until which it may be shown to those who come; `nil` for as long as it is there.
  ///
  /// What is not to be stored is shared while it is shown, unless it must be revalidated, too.
  func lastShowing(at now: Duration) -> Duration? {
    let control = CacheControl(fetched.headers["cache-control"])
    if fetched.lifetime.freshness == .never, !control.noCache, !control.mustRevalidate {
      return nil
    }
    return lifetime(at: now).timeToLive.map { now + $0 }
  }
}

/// The bytes that a server names by a tag: equal tags of two URLs name different bytes.
struct BodyVersion: Hashable, Sendable {
  /// The target of the last redirect.
  let url: URL?
  let tag: EntityTag

  func matches(_ other: BodyVersion) -> Bool { url == other.url && tag.matchesStrongly(other.tag) }
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
  /// Fetches a body; `elapsed` tells the time by which lifetimes are counted.
  func body(
    _ request: ResourceRequest,
    _ elapsed: ElapsedTime,
    _ report: LoadReporter<FetchedBody>
  ) async throws -> FetchedBody {
    let begin = wallClock.now()
    do {
      let fetched = try await fetch(request) { $0.tell(report, at: elapsed.now()) }
      return FetchedBody(fetched, isAnswer: fetched.received >= begin, at: elapsed.now())
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
