@preconcurrency public import CombineShim
public import Foundation
public import ReactiveLoadable

/// Loads resources over HTTP, decodes and shares them: each once, for all who show it.
///
/// The situation: a list of movies shows their posters, and each detail screen a larger one. A poster
/// is fetched once, comes from the disk the next day, and shows without a flicker while it is in memory:
///
/// ```swift
/// let folder = URL.temporaryDirectory.appending(path: "posters")  // Apple: URL.cachesDirectory
/// let disk = try DiskCache(folder: folder)
/// let fetcher = ResourceFetcher(store: disk, transport: URLSessionTransport.shared)
/// let posters = ResourceLoader(fetcher) { key in
///   ResourceRequest(server.appending(path: "\(key.size)/\(key.path)"))
/// } decode: { bytes, _ in
///   try decodeImage(bytes)
/// }
///
/// let row = KeyedModel(posters)
/// row.show(ResourceKey("matrix.jpg", size: 92))
/// ```
///
/// Its states are those of a `LoaderCache`, of a ``Resource`` that says where it came from: memory,
/// disk or network. What is stale is shown while the server is asked, unless the server forbids it.
/// While one size loads, another one that is there stands in for it. Sizes that are made of the same
/// body share its download. Loads wait in a queue, the most urgent ones first. <doc:LoadingResources>
/// has the rules.
///
/// It may be used from any thread. Make it once, where the loaders of the app are made.
public final class ResourceLoader<Value: Sendable>: Sendable {
  /// The states of a resource.
  public typealias State = Loadable<Resource<Value>, LoadError>

  let resources: LoaderCache<ResourceKey, Resource<Value>, LoadError>
  let making: ResourceMaking<Value>

  /// Creates a loader of decoded resources.
  ///
  /// - Parameters:
  ///   - fetcher: What fetches the bytes.
  ///   - policy: What is kept, and how it is loaded; each default is the safe choice.
  ///   - request: How the server is asked for a key. Keys that give the same request share its
  ///     download. Called on the thread that loads.
  ///   - decode: Makes a value of the bytes; called off the main actor, for as many keys at once as
  ///     the queue of the policy allows. An error is a failure of the load. It has a turn of
  ///     the queue, so it must not wait for a resource of this loader.
  public init(
    _ fetcher: ResourceFetcher,
    policy: ResourcePolicy<Value> = ResourcePolicy(),
    request: @escaping @Sendable (ResourceKey) -> ResourceRequest,
    decode: @escaping @Sendable (Data, ResourceKey) async throws -> Value
  ) {
    let elapsed = ElapsedTime(on: policy.cache.loading.clock)
    let bodies = LoaderCache(policy: policy.ofBodies) { request, report in
      try await fetcher.body(request, elapsed, report)
    }
    let making = ResourceMaking(
      SharedBodies(cache: bodies),
      elapsed,
      request: request,
      decode: decode
    )
    resources = LoaderCache(policy: policy.ofResources) { key, report in
      try await making.make(key, report)
    }
    self.making = making
    making.atHand.attach(resources)
  }
}

extension ResourceLoader where Value == Data {
  /// Creates a loader of bytes.
  ///
  /// - Parameters:
  ///   - fetcher: What fetches them.
  ///   - policy: What is kept, and how it is loaded; each default is the safe choice.
  ///   - request: How the server is asked for a key; called on the thread that loads.
  public convenience init(
    _ fetcher: ResourceFetcher,
    policy: ResourcePolicy<Data> = ResourcePolicy(),
    request: @escaping @Sendable (ResourceKey) -> ResourceRequest
  ) {
    self.init(fetcher, policy: policy, request: request) { bytes, _ in bytes }
  }
}

// MARK: Interest

extension ResourceLoader: KeyedLoader {
  /// Takes an interest in a resource, and has it loaded unless it is there and fresh, or on its way.
  ///
  /// - Parameters:
  ///   - key: Which resource, at which size.
  ///   - priority: How urgent it is; normal by default.
  /// - Returns: The interest, which ends when it is cancelled or dropped.
  public func interest(
    in key: ResourceKey,
    at priority: LoadPriority = .normal
  ) -> ResourceInterest<Value> {
    ResourceInterest(in: key, at: priority, of: self)
  }

  /// Waits for a resource, and is interested for as long as it waits.
  ///
  /// - Parameters:
  ///   - key: Which resource, at which size.
  ///   - priority: How urgent it is; normal by default.
  /// - Returns: The resource, at once if it is there.
  /// - Throws: Why there is none: what was thrown on the way, or `CancellationError` if the waiting
  ///   task or the load was cancelled.
  public func load(
    _ key: ResourceKey,
    at priority: LoadPriority = .normal
  ) async throws -> Resource<Value> {
    let interest = interest(in: key, at: priority)
    defer { interest.cancel() }
    switch await interest.outcome() {
    case .loaded(let resource): return resource
    case .failed(let error): throw error.underlying
    case .cancelled, .replaced, .skipped, .abandoned: throw CancellationError()
    }
  }

  /// Has resources loaded that may be needed soon; see `LoaderCache.prefetch`.
  ///
  /// - Parameters:
  ///   - keys: What may be needed.
  ///   - priority: How urgent it is; low by default.
  /// - Returns: The interest in all of them, until each has loaded or failed.
  public func prefetch(
    _ keys: some Sequence<ResourceKey>,
    at priority: LoadPriority = .low
  ) -> AnyCancellable {
    resources.prefetch(keys, at: priority)
  }
}

// MARK: Reading and forgetting

extension ResourceLoader {
  /// The resource if it is in memory and fresh, without an interest.
  ///
  /// - Parameter key: Which resource, at which size.
  /// - Returns: The resource, from memory; `nil` if it has to be loaded.
  public func resource(for key: ResourceKey) -> Resource<Value>? {
    resources.value(for: key)?.fromMemory
  }

  /// The state of a resource as it is now, fresh or not, without an interest.
  ///
  /// - Parameter key: Which resource, at which size.
  /// - Returns: The state that all see who are interested, or the one that is remembered.
  public func state(for key: ResourceKey) -> State { resources.state(for: key) }

  /// What the memory has done, and what it holds.
  public var statistics: CacheStatistics { resources.statistics }

  /// Lets what is not shown go until the rest fits into a part of the limits of memory.
  ///
  /// - Parameter share: The part of the limits, from 0 to 1.
  public func trim(to share: Double) {
    resources.trim(to: share)
    making.bodies.cache.trim(to: share)
  }

  /// Lets go of what is not shown whenever memory is short, for as long as the loader lives.
  ///
  /// - Parameter pressures: Tells how short memory is; subscribed at once.
  public func trim(on pressures: some Publisher<MemoryPressure, Never>) {
    resources.trim(on: pressures, with: making.bodies.cache)
  }

  /// Forgets what is in memory, for instance when the user logs out; the disk keeps what it has.
  public func removeAll() {
    resources.removeAll()
    making.bodies.cache.removeAll()
    making.atHand.forgetAll()
  }
}
