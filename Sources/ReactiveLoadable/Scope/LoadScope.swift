public import ReactiveCaching
public import ReactiveLoading
public import ReactivePaging
import ReactiveRelays

/// A scope of many loads: revalidates by tags, retries what failed, and resets all at sign-out.
///
/// An app creates one where it creates its loaders, and passes it to those that call it:
///
/// ```swift
/// let scope = LoadScope()
/// scope.add(search, tag: .movies)
/// scope.add(details, tag: .movies)                 // a cache: its keys are one step below
/// scope.add(rate) { [.movie($0.id), "charts"] }    // what a successful write makes stale
///
/// scope.revalidate(.movies)                        // in use: loads again now; else stale
/// scope.revalidate(on: willEnterForeground)        // stale and in use
/// scope.retryFailed(on: isOnlineAgain)
/// try await scope.reset()                          // sign-out
/// ```
///
/// A scope holds its members weakly, and calls each once per call, in the order of `add`, outside
/// every lock. It may be used from any thread; a call during another one is queued. See
/// <doc:ScopeContract>, which has a table of what each call does to a member in each state.
///
/// A test compares the states with a marble diagram, in virtual time:
///
/// ```swift
/// marbles { m in
///   let answer = m.cold("--a|", then: ["--b|"])
///   let loader = Loader { try await answer() }
///   let scope = LoadScope()
///   scope.add(loader, tag: "list")
///   m.hot("-o") { _ in loader.load() }
///   m.hot("-----v") { _ in scope.revalidate("list") }
///   m.expect(loader.states, "nl-a-r-b", .states(loaded: ["a": "a", "b": "b"]))
/// }
/// ```
public final class LoadScope: Sendable {
  let index = ScopeIndex()
  let loads = ScopeLoads()
  let resets = ScopeResets()
  /// The triggers.
  let streams = CancellableBag()

  /// Creates a scope without members.
  public init() {}
}

// MARK: Members

extension LoadScope {
  /// Adds a loader, weakly.
  ///
  /// - Parameters:
  ///   - loader: The loader. Its current request is one step below the tag.
  ///   - tag: The tag that selects it; none by default. A loader without a tag is reached by
  ///     triggers and by ``reset()`` only.
  public func add<Request, Value, Failure>(
    _ loader: Loader<Request, Value, Failure>,
    tag: LoadTag? = nil
  ) { index.add(loader, tag) }

  /// Adds an infinite list, weakly; its current key is one step below the tag.
  public func add<Key, Cursor, Item, Failure>(
    _ list: PagedLoader<Key, Cursor, Item, Failure>,
    tag: LoadTag? = nil
  ) { index.add(list, tag) }

  /// Adds a cache, weakly; each of its keys is one step below the tag.
  ///
  /// - Parameters:
  ///   - cache: The cache.
  ///   - tag: The tag that selects all keys; with a key as its next part it selects that key. None
  ///     by default: a cache without a tag is reached by triggers and a reset only.
  public func add<Key, Value, Failure>(
    _ cache: LoaderCache<Key, Value, Failure>,
    tag: LoadTag? = nil
  ) {
    index.add(cache, tag)
  }

  /// Adds a mutation, and revalidates tags after each of its successful writes.
  ///
  /// The tags are revalidated before the outcome of the write is published or returned. An
  /// optimistic edit is saved by then. See <doc:ScopeContract#S5-Writes>.
  ///
  /// Add a mutation once: each call adds its closure.
  ///
  /// - Parameters:
  ///   - mutation: The mutation, which the scope holds weakly.
  ///   - tags: A closure that returns what a write of an input makes stale; nothing by default. It
  ///     runs on the thread of the write, outside every lock.
  public func add<Input, Output, Failure>(
    _ mutation: Mutation<Input, Output, Failure>,
    revalidating tags: @escaping @Sendable (Input) -> [LoadTag] = { _ in [] }
  ) {
    index.add(mutation.scopeMember, nil)
    mutation.listen(in: loads) { [weak self] input in self?.touch(tags(input)) }
  }

  /// Adds a member of another library, weakly.
  package func add(member: any ScopeMember, tag: LoadTag?) { index.add(member, tag) }
}

// MARK: Tags

extension LoadScope {
  /// Marks the values that tags select as stale, and loads those again that are in use.
  ///
  /// - Parameter tags: The tags; a value that several of them select is loaded once.
  /// - Returns: The number of members and keys that the tags select.
  @discardableResult
  public func revalidate(_ tags: LoadTag...) -> Int { revalidate(tags: tags) }

  /// Marks the values that tags select as stale, and loads those again that are in use.
  ///
  /// The label distinguishes a list of tags from one tag of several parts. See
  /// ``revalidate(_:)``.
  @discardableResult
  public func revalidate(tags: [LoadTag]) -> Int {
    let targets = index.targets(of: tags)
    let count = targets.reduce(0) { $0 + ($1.entry.member?.count(of: $1.selection) ?? 0) }
    if !targets.isEmpty { loads.perform { [self] in touch(targets) } }
    return count
  }

  private func touch(_ tags: [LoadTag]) { touch(index.targets(of: tags)) }

  private func touch(_ targets: [ScopeIndex.Target]) {
    for target in targets { target.entry.member?.revalidate(target.selection, loads) }
  }
}

extension LoadScope: Described {
  package var objectText: ObjectText {
    let count = index.all.count
    return ObjectText("LoadScope", state: "\(count) \(count == 1 ? "member" : "members")")
  }

  package var debugDetails: [String?] { ["\(index.count) entries"] }

  package var mirrorParts: KeyValuePairs<String, Any?> { ["members": index.all.map(\.member)] }
}
