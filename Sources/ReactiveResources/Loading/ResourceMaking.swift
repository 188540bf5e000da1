import Foundation
import ReactiveLoadable

/// Makes resources of bodies, which are fetched once for all resources that are made of them.
final class ResourceMaking<Value: Sendable>: Sendable {
  typealias Bodies = LoaderCache<ResourceRequest, FetchedResource, LoadError>

  let bodies: Bodies
  private let atHand: ResourcesAtHand<Value>
  private let request: @Sendable (ResourceKey) -> ResourceRequest
  private let decode: @Sendable (Data, ResourceKey) async throws -> Value
  /// The keys whose server is to be asked in any case.
  private let reloads = Guarded<Set<ResourceKey>>([])

  init(
    _ bodies: Bodies,
    _ atHand: ResourcesAtHand<Value>,
    request: @escaping @Sendable (ResourceKey) -> ResourceRequest,
    decode: @escaping @Sendable (Data, ResourceKey) async throws -> Value
  ) {
    self.bodies = bodies
    self.atHand = atHand
    self.request = request
    self.decode = decode
  }

  /// Has the server asked by the next load of a key, however fresh it is.
  func reload(_ key: ResourceKey) { reloads.withLock { _ = $0.insert(key) } }

  func make(
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> Resource<Value> {
    let isReload = reloads.withLock { $0.remove(key) != nil }
    let fetched = try await body(of: key, isReload: isReload, report)
    let resource = try await resource(key, fetched.body, fetched.source)
    atHand.note(key)
    return resource
  }

  // MARK: Bodies

  private func body(
    of key: ResourceKey,
    isReload: Bool,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> (body: FetchedResource, source: ResourceSource) {
    let standard = request(key)
    guard isReload else { return try await body(standard, key, report) }
    var reload = standard
    reload.cacheUse = .reload
    let fetched = try await body(reload, key, report)
    bodies.set(fetched.body, for: standard)
    bodies.remove(reload)
    return fetched
  }

  private func body(
    _ request: ResourceRequest,
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> (body: FetchedResource, source: ResourceSource) {
    let isInMemory = bodies.state(for: request).latest != nil
    let interest = bodies.interest(in: request)
    defer { interest.cancel() }
    for await state in interest.states.elements(buffering: .newest(1)) {
      switch state {
      case .notRequested: throw CancellationError()
      case .loading(let loading):
        try await tell(loading, from: isInMemory ? .memory : nil, key, report)
      case .loaded(let body): return (body, interest.isHit ? .memory : body.source.ofResource)
      case .failed(let failed): throw failed.error.underlying
      }
    }
    throw CancellationError()
  }

  /// Shows what is stale, if nothing shows yet, and the progress.
  private func tell(
    _ loading: Loading<FetchedResource>,
    from source: ResourceSource?,
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws {
    if let progress = loading.progress { report.progress(progress) }
    guard let stale = loading.previous, atHand.latest(key) == nil else { return }
    report.value(try await resource(key, stale, source ?? stale.source.ofResource))
  }

  // MARK: Values

  private func resource(
    _ key: ResourceKey,
    _ body: FetchedResource,
    _ source: ResourceSource
  ) async throws -> Resource<Value> {
    let tag = body.headers["etag"].flatMap(EntityTag.init)
    return Resource(
      value: try await value(key, body.body, tag),
      key: key,
      source: source,
      isStale: body.isStale,
      load: LoadMark(),
      tag: tag,
      lifetime: body.lifetime
    )
  }

  /// Decodes the bytes, unless they are those of what is there.
  @concurrent
  private func value(_ key: ResourceKey, _ bytes: Data, _ tag: EntityTag?) async throws -> Value {
    if let there = atHand.latest(key), let known = there.tag, tag?.matchesStrongly(known) ?? false {
      return there.value
    }
    return try await decode(bytes, key)
  }
}

extension FetchedResource.Source {
  var ofResource: ResourceSource {
    switch self {
    case .disk: .disk
    case .network: .network
    }
  }
}
