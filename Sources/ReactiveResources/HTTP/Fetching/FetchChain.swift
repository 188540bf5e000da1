import ReactiveLoadable

/// A fetch from its request to the response that the last redirect leads to.
///
/// Each target is a separate fetch, with the record, the conditions and the partial download of its
/// URL (RFC 9111, 4). A redirect itself is not stored.
struct FetchChain {
  let fetcher: ResourceFetcher
  let report: @Sendable (FetchReport) -> Void

  func run(_ request: ResourceRequest) async throws(ResourceError) -> FetchedResource {
    do { try request.headers.validate() } catch { throw .invalidField(error) }
    var chain = RedirectChain(request, fetcher.policy.redirects)
    var lifetime = CacheLifetime()
    var started = [request]
    fetcher.storage.start(request)
    defer { for request in started { fetcher.storage.end(request) } }
    while true {
      let report = narrowed(to: lifetime)
      switch try await FetchRun(fetcher: fetcher, request: chain.request, report: report).run() {
      case .found(let resource): return resource.limited(to: lifetime)
      case .redirected(let location, let hop):
        lifetime = lifetime.orShorter(hop)
        do { try chain.follow(location) } catch { throw .redirect(error) }
        fetcher.storage.start(chain.request, redirectedFrom: request)
        started.append(chain.request)
      }
    }
  }

  /// Limits the lifetime of reported stale bodies to that of the redirects that led to them.
  private func narrowed(to lifetime: CacheLifetime) -> @Sendable (FetchReport) -> Void {
    { [report] event in
      switch event {
      case .stale(let resource): report(.stale(resource.limited(to: lifetime)))
      case .progress: report(event)
      }
    }
  }
}

extension FetchedResource {
  fileprivate func limited(to lifetime: CacheLifetime) -> FetchedResource {
    var resource = self
    resource.lifetime = self.lifetime.orShorter(lifetime)
    return resource
  }
}
