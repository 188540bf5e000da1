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
  func lifetime(at now: Duration) -> CacheLifetime {
    var rest = fetched.lifetime
    let age = now - fetchTime
    if case .lasting(let time) = rest.freshness {
      rest.freshness = .lasting(max(time - age, .zero))
    }
    rest.timeToLive = rest.timeToLive.map { max($0 - age, .zero) }
    return rest
  }

  /// The source for the load that fetched the body.
  var source: ResourceSource {
    switch fetched.source {
    case .disk: .disk
    case .network: .network
    }
  }

  /// The version that the server named by an `ETag`; `nil` without one.
  var version: BodyVersion? {
    fetched.headers["etag"].map { BodyVersion(url: fetched.url, tag: $0) }
  }

  /// Returns true if the body has the same bytes as a version, by a strong comparison.
  func isVersion(_ version: BodyVersion?) -> Bool {
    guard let own = self.version, let version else { return false }
    return own.matchesStrongly(version)
  }

  /// Returns the time until which new interests may show the body; `nil` while it is in memory.
  ///
  /// A `no-store` body is shared while it is shown, unless it must also be revalidated.
  func showableUntil(at now: Duration) -> Duration? {
    if fetched.lifetime.freshness == .never {
      let control = CacheControl(fetched.headers["cache-control"])
      if !control.noCache, !control.mustRevalidate { return nil }
    }
    return lifetime(at: now).timeToLive.map { now + $0 }
  }
}

/// The version of a body: a tag and its URL, since equal tags of two URLs name different bytes.
struct BodyVersion: Sendable {
  /// The target of the last redirect.
  let url: URL?
  /// The value of the `ETag` field.
  // NB: Parsed when it is compared: each resource has a version, and few are compared.
  let tag: String

  func matchesStrongly(_ other: BodyVersion) -> Bool {
    guard url == other.url, let tag = EntityTag(tag), let otherTag = EntityTag(other.tag) else {
      return false
    }
    return tag.matchesStrongly(otherTag)
  }
}

extension ResourceFetcher {
  /// Fetches a body as a plan says, if there is one; lifetimes are counted by `elapsed`.
  func body(
    _ request: ResourceRequest,
    as plan: FetchPlan?,
    _ elapsed: ElapsedTime,
    _ report: LoadReporter<FetchedBody>
  ) async throws -> FetchedBody {
    let start = wallClock.now()
    let fetched = try await load(request, as: plan, report) { stale in
      FetchedBody(stale, isFromServer: false, at: elapsed.now())
    }
    return FetchedBody(fetched, isFromServer: fetched.received >= start, at: elapsed.now())
  }
}
