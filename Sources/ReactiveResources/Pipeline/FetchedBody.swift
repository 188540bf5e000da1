import Foundation
import ReactiveLoadable

/// A body in memory with the time from which its lifetime counts; each fetch makes another one.
final class FetchedBody: Sendable {
  let fetched: FetchedResource
  /// True if the server sent or confirmed the body in this fetch.
  let isFromServer: Bool
  private let fetchTime: Duration

  init(_ fetched: FetchedResource, isFromServer: Bool, at fetchTime: Duration) {
    self.fetched = fetched
    self.isFromServer = isFromServer
    self.fetchTime = fetchTime
  }

  /// Returns the rest of the lifetime.
  func lifetime(at now: Duration) -> CacheLifetime { fetched.lifetime.after(now - fetchTime) }

  /// The source for the load that fetched the body.
  var source: ResourceSource {
    switch fetched.source {
    case .disk: .disk
    case .network: .network
    }
  }

  /// The version that the server named by an `ETag`; `nil` without one.
  var version: BodyVersion? {
    let tag = fetched.headers["etag"].flatMap(EntityTag.init)
    return tag.map { BodyVersion(url: fetched.url, tag: $0) }
  }

  /// Returns true if the body has the same bytes as a version, by a strong comparison.
  func isVersion(_ version: BodyVersion?) -> Bool {
    guard let own = self.version, let version else { return false }
    return own.matches(version)
  }

  /// Returns the time until which new interests may show the body; `nil` while it is in memory.
  ///
  /// A `no-store` body is shared while it is shown, unless it must also be revalidated.
  func showableUntil(at now: Duration) -> Duration? {
    let control = CacheControl(fetched.headers["cache-control"])
    if fetched.lifetime.freshness == .never, !control.noCache, !control.mustRevalidate {
      return nil
    }
    return lifetime(at: now).timeToLive.map { now + $0 }
  }
}

/// The version of a body: a tag and its URL, since equal tags of two URLs name different bytes.
struct BodyVersion: Hashable, Sendable {
  /// The target of the last redirect.
  let url: URL?
  let tag: EntityTag

  func matches(_ other: BodyVersion) -> Bool { url == other.url && tag.matchesStrongly(other.tag) }
}

extension CacheLifetime {
  /// Returns the rest of the lifetime after some time.
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
  /// Fetches a body; lifetimes are counted by `elapsed`.
  func body(
    _ request: ResourceRequest,
    _ elapsed: ElapsedTime,
    _ report: LoadReporter<FetchedBody>
  ) async throws -> FetchedBody {
    let start = wallClock.now()
    do {
      let fetched = try await fetch(request) { $0.report(to: report, at: elapsed.now()) }
      return FetchedBody(fetched, isFromServer: fetched.received >= start, at: elapsed.now())
    } catch .cancelled {
      throw CancellationError()
    }
  }
}

extension FetchReport {
  fileprivate func report(to reporter: LoadReporter<FetchedBody>, at fetchTime: Duration) {
    switch self {
    case .stale(let stale): reporter.value(FetchedBody(stale, isFromServer: false, at: fetchTime))
    case .progress(let received, let expected):
      reporter.progress(completed: received, of: expected)
    }
  }
}
