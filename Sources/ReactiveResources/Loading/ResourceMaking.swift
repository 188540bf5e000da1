import Foundation
import ReactiveLoadable

/// Makes resources of bodies, which are fetched once for all resources that are made of them.
final class ResourceMaking<Value: Sendable>: Sendable {
  typealias Bodies = LoaderCache<ResourceRequest, FetchedBody, LoadError>

  let bodies: Bodies
  private let atHand: ResourcesAtHand<Value>
  private let now: @Sendable () -> Duration
  private let request: @Sendable (ResourceKey) -> ResourceRequest
  private let decode: @Sendable (Data, ResourceKey) async throws -> Value
  /// The keys whose server is to be asked in any case, and the interests that want that.
  private let reloads = Guarded<[ResourceKey: Set<ObjectIdentifier>]>([:])

  init(
    _ bodies: Bodies,
    _ atHand: ResourcesAtHand<Value>,
    _ now: @escaping @Sendable () -> Duration,
    request: @escaping @Sendable (ResourceKey) -> ResourceRequest,
    decode: @escaping @Sendable (Data, ResourceKey) async throws -> Value
  ) {
    self.bodies = bodies
    self.atHand = atHand
    self.now = now
    self.request = request
    self.decode = decode
  }

  func make(
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> Resource<Value> {
    do {
      let (body, source) = try await body(of: key, report)
      let resource = try await resource(key, body, source, isStale: body.fetched.isStale)
      atHand.note(key)
      return resource
    } catch {
      // After a failure, who tries again still wants to know what the server says.
      if Task.isCancelled || error is CancellationError { endReload(key) }
      throw error
    }
  }

  // MARK: Reloads

  /// Has the server asked by the load that runs or is next, however fresh the key is.
  func reload(_ key: ResourceKey, by id: ObjectIdentifier) {
    reloads.withLock { _ = $0[key, default: []].insert(id) }
  }

  /// The same no longer, if nobody else wants it.
  func callOffReload(_ key: ResourceKey, by id: ObjectIdentifier) {
    reloads.withLock { reloads in
      reloads[key]?.remove(id)
      if reloads[key]?.isEmpty ?? false { reloads[key] = nil }
    }
  }

  private func isReload(_ key: ResourceKey) -> Bool { reloads.withLock { $0[key] != nil } }
  private func endReload(_ key: ResourceKey) { reloads.withLock { $0[key] = nil } }

  // MARK: Bodies

  private typealias Found = (body: FetchedBody, source: ResourceSource)

  private func body(
    of key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> Found {
    let standard = request(key)
    if !isReload(key) {
      let found = try await body(standard, key, report)
      // A refresh that came meanwhile has joined this load, which may not have asked the server.
      guard isReload(key), found.source == .memory || !found.body.isAnswer else {
        endReload(key)
        return found
      }
    }
    let found = try await reloaded(standard, key, report)
    endReload(key)
    return found
  }

  private func reloaded(
    _ standard: ResourceRequest,
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> Found {
    var reload = standard
    reload.cacheUse = .reload
    let interest = bodies.interest(in: reload)
    defer {
      interest.cancel()
      if !bodies.state(for: reload).isLoading { bodies.remove(reload) }
    }
    let found = try await body(interest, over: nil, key, report)
    // Unless it was forgotten meanwhile, for instance because the user logged out.
    if bodies.state(for: reload).latest === found.body { bodies.set(found.body, for: standard) }
    return found
  }

  private func body(
    _ request: ResourceRequest,
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> Found {
    let before = bodies.state(for: request).latest
    let interest = bodies.interest(in: request)
    defer { interest.cancel() }
    return try await body(interest, over: before, key, report)
  }

  private func body(
    _ interest: Bodies.Interest,
    over before: FetchedBody?,
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async throws -> Found {
    var told: FetchedBody?
    for await state in interest.states.elements(buffering: .newest(1)) {
      switch state {
      case .notRequested: throw CancellationError()
      case .loading(let loading):
        if let progress = loading.progress { report.progress(progress) }
        guard let stale = loading.previous, stale !== told else { continue }
        told = stale
        await show(stale, before == nil ? stale.source : .memory, key, report)
      case .loaded(let body):
        if interest.isHit { return (body, .memory) }
        // A cancel leads back to what was there before, which is as stale as it was.
        guard body !== before else { throw CancellationError() }
        return (body, body.source)
      case .failed(let failed): throw failed.error.underlying
      }
    }
    throw CancellationError()
  }

  /// Shows what is stale, if nothing shows yet.
  ///
  /// If it cannot be decoded, what is on its way still may be.
  private func show(
    _ stale: FetchedBody,
    _ source: ResourceSource,
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) async {
    guard atHand.latest(key) == nil,
      let resource = try? await resource(key, stale, source, isStale: true)
    else { return }
    atHand.note(key)
    report.value(resource)
  }

  // MARK: Values

  private func resource(
    _ key: ResourceKey,
    _ body: FetchedBody,
    _ source: ResourceSource,
    isStale: Bool
  ) async throws -> Resource<Value> {
    let tag = body.fetched.headers["etag"].flatMap(EntityTag.init)
    return Resource(
      value: try await value(key, body.fetched.body, tag),
      key: key,
      source: source,
      isStale: isStale,
      load: LoadMark(),
      tag: tag,
      lifetime: body.lifetime(at: now())
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

extension FetchedBody {
  fileprivate var source: ResourceSource {
    switch fetched.source {
    case .disk: .disk
    case .network: .network
    }
  }
}
