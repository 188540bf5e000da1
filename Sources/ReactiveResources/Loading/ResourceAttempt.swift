import ReactiveLoadable

/// One attempt to load a resource: it finds the body, decodes it, and reports a stale value.
struct ResourceAttempt<Value: Sendable>: Sendable {
  private typealias Made = (resource: Resource<Value>, found: SharedBodies.Found)

  private let making: ResourceMaking<Value>
  private let key: ResourceKey
  private let request: ResourceRequest
  private let report: LoadReporter<Resource<Value>>

  init(
    making: ResourceMaking<Value>,
    _ key: ResourceKey,
    _ report: LoadReporter<Resource<Value>>
  ) {
    self.making = making
    self.key = key
    self.report = report
    request = making.request(key)
  }
}

// MARK: Choosing the body

extension ResourceAttempt {
  func resource() async throws -> Resource<Value> {
    if !making.wishes.contains(key) {
      let (resource, found) = try await standard()
      // A refresh during this load has joined it, and the load may not have sent a request.
      guard making.wishes.contains(key), !found.isAsked else {
        making.wishes.fulfil(key)
        return resource
      }
      report.value(resource)
    }
    let (resource, _) = try await asked(by: .reload)
    making.wishes.fulfil(key)
    return resource
  }

  /// Decodes the body from memory, the store or the server.
  private func standard() async throws -> Made {
    while true {
      let made = try await made(of: making.bodies.body(request, reporting))
      // Another size may have fetched a new body while this one was decoded.
      if !making.bodies.isReplaced(made.found.body, of: request) { return made }
    }
  }

  /// Decodes the current response of the server.
  private func asked(by use: RequestCachePolicy) async throws -> Made {
    let found = try await making.bodies.body(request, by: use, reporting)
    making.renewOtherSizes(of: key, request, made: found.body)
    return try await made(of: found)
  }

  private func made(of found: SharedBodies.Found) async throws -> Made {
    do {
      return (try await resource(found.body, found.source), found)
    } catch  where found.isKept && !(error is CancellationError) && !Task.isCancelled {
      // A cached body may be damaged, and would stay so while it is fresh.
      return try await asked(by: .reloadIgnoringStore)
    }
  }
}

extension SharedBodies.Found {
  /// True for a cached body that is not a stale response used after an error.
  fileprivate var isKept: Bool { source != .network && !body.fetched.isStale }
}

// MARK: Reports

extension ResourceAttempt {
  private var reporting: SharedBodies.Reporting {
    SharedBodies.Reporting(progress: { report.progress($0) }, stale: show)
  }

  /// Publishes a stale body, if no value is shown yet.
  ///
  /// If it cannot be decoded, the load continues.
  private func show(_ stale: FetchedBody, _ source: ResourceSource) async {
    guard making.atHand.latest(key) == nil,
      let resource = try? await resource(stale, source, isStale: true)
    else { return }
    making.atHand.note(key)
    report.value(resource)
  }
}

// MARK: Values

extension ResourceAttempt {
  private func resource(
    _ body: FetchedBody,
    _ source: ResourceSource,
    isStale: Bool = false
  ) async throws -> Resource<Value> {
    let value = try await value(of: body)
    let moment = making.next()
    return Resource(
      value: value,
      key: key,
      source: source,
      isStale: isStale || body.fetched.isStale,
      number: moment.made,
      request: request,
      version: body.version,
      lifetime: body.lifetime(at: moment.time),
      lastShowing: body.lastShowing(at: moment.time)
    )
  }

  /// Decodes the bytes, unless the resource in memory was decoded from the same bytes.
  @concurrent
  private func value(of body: FetchedBody) async throws -> Value {
    if let there = making.atHand.latest(key), there.isMade(of: body, request) { return there.value }
    return try await making.decode(body.fetched.body, key)
  }
}
