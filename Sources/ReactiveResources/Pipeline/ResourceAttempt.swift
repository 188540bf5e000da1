import ReactiveLoadable

/// One attempt to load a resource: it finds the body, decodes it, and reports a stale value.
struct ResourceAttempt<Value: Sendable>: Sendable {
  private typealias LoadedResource = (resource: Resource<Value>, sourced: SharedBodies.SourcedBody)

  let pipeline: ResourcePipeline<Value>
  let key: ResourceKey
  let request: ResourceRequest
  let report: LoadReporter<Resource<Value>>

  private var mayAskServer: Bool { request.cachePolicy != .onlyFromStore }

  func resource() async throws -> Resource<Value> {
    let mark = pipeline.outdated[key]
    if !mayAskServer || mark == nil && !pipeline.pendingReloads.contains(key) {
      let (resource, sourced) = try await standard()
      // A refresh during this load has joined it, and the load may not have sent a request.
      guard mayAskServer, pipeline.pendingReloads.contains(key), !sourced.isFromServer else {
        pipeline.pendingReloads.complete(key)
        if !mayAskServer { pipeline.outdated.remove(key, mark) }
        return resource
      }
      report.value(resource)
    }
    let (resource, _) = try await reloaded(by: .reload)
    pipeline.pendingReloads.complete(key)
    pipeline.outdated.remove(key, mark)
    return resource
  }

  /// Decodes the body from memory, the store or the server.
  private func standard() async throws -> LoadedResource {
    while true {
      let decoded = try await decoded(from: pipeline.bodies.body(request, reporting))
      // Another size may have fetched a new body while this one was decoded.
      if !pipeline.bodies.isReplaced(decoded.sourced.body, of: request) { return decoded }
    }
  }

  /// Decodes the current response of the server.
  private func reloaded(by use: RequestCachePolicy) async throws -> LoadedResource {
    let sourced = try await pipeline.bodies.body(request, by: use, reporting)
    pipeline.refreshOtherSizes(of: key, request, decoded: sourced.body)
    return try await decoded(from: sourced)
  }

  private func decoded(from sourced: SharedBodies.SourcedBody) async throws -> LoadedResource {
    do {
      return (try await resource(sourced.body, sourced.source), sourced)
    } catch
      where sourced.isFromCache && mayAskServer && !(error is CancellationError)
      && !Task.isCancelled
    {
      // A cached body may be damaged, and would stay so while it is fresh.
      return try await reloaded(by: .reloadIgnoringStore)
    }
  }
}

extension ResourceAttempt {
  private var reporting: SharedBodies.Reporting {
    SharedBodies.Reporting(progress: { report.progress($0) }, stored: show)
  }

  /// Publishes a stored body, if no value is shown yet.
  ///
  /// If it cannot be decoded, the load continues.
  private func show(_ stored: FetchedBody, _ source: ResourceSource) async {
    guard pipeline.cachedSizes.latest(key) == nil,
      let resource = try? await resource(stored, source, isStale: source == .memory)
    else { return }
    pipeline.cachedSizes.record(key)
    report.value(resource)
  }

  private func resource(
    _ body: FetchedBody,
    _ source: ResourceSource,
    isStale: Bool = false
  ) async throws -> Resource<Value> {
    let value = try await value(of: body)
    return Resource(
      value: value,
      key: key,
      source: source,
      isStale: isStale || body.fetched.isStale,
      origin: ResourceOrigin(body, of: request, at: pipeline.next())
    )
  }

  /// Decodes the bytes, unless the resource in memory was decoded from the same bytes.
  @concurrent
  private func value(of body: FetchedBody) async throws -> Value {
    if let cached = pipeline.cachedSizes.latest(key), cached.isDecoded(from: body, request) {
      return cached.value
    }
    return try await pipeline.decode(body.fetched.body, key)
  }
}
