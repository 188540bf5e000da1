import LoadableTesting
import ReactiveLoadable
import TestSupport

/// An app with three loaders, a list, a cache, two mutations and one scope.
final class ScopeApp {
  private struct Row: Identifiable, Equatable, Sendable { let id: Int }

  private let server: ScopeServer
  private let scope = LoadScope()
  private let loaders: [Member: ValueLoader<Int>]
  private let list: PagedLoader<Int, Int, Row, LoadError>
  private let keys: ValueCache<Int, Int>
  private let write: Mutation<Int, Int, LoadError>
  private let edit: Mutation<NoRequest, Int, LoadError>
  private let cameToFront = PublishRelay<Void>()
  private let isOnlineAgain = PublishRelay<Void>()
  private var uses: [Member: AnyCancellable] = [:]
  private var interests: [Member: LoadInterest<Int, Int, LoadError>] = [:]

  init(_ script: ScopeScript, _ clock: any Clock<Duration>) {
    let server = ScopeServer(script, clock)
    func policy(_ member: Member) -> LoadPolicy {
      LoadPolicy(
        freshness: member.freshness.map { .lasting($0) } ?? .forever,
        retry: .constant(ScopeScript.retryDelay, limit: member.retries),
        clock: clock
      )
    }
    func loader(_ member: Member) -> ValueLoader<Int> {
      Loader(policy: policy(member)) { try await server.answer(member.rawValue) }
    }
    let edited = loader(.edited)
    let (aging, untagged) = (loader(.aging), loader(.untagged))
    self.server = server
    loaders = [.edited: edited, .aging: aging, .untagged: untagged]
    list = PagedLoader(policy: PagingPolicy(load: policy(.list))) { (_: PageRequest<Int, Int>) in
      Page([Row(id: try await server.answer(Member.list.rawValue))], next: nil)
    }
    keys = LoaderCache(
      policy: CachePolicy(
        grace: .zero,
        afterFailure: .constant(.zero, limit: .max),
        load: policy(.key7)
      )
    ) { key in
      try await server.answer((key == 7 ? Member.key7 : .key8).rawValue)
    }
    write = Mutation { _ in try await server.write(11) }
    edit = Mutation(editing: edited) { (_: NoRequest, value) in
      value += 100_000
    } write: { _ in
      try await server.write(10)
    }
    scope.add(write) { [["a", $0], "b"] }
    scope.add(edit) { _ in ["a"] }
    scope.add(edited, tag: "a")
    scope.add(aging, tag: "b")
    scope.add(untagged)
    scope.add(list, tag: "a")
    scope.add(keys, tag: "a")
    scope.revalidate(on: cameToFront)
    scope.retryFailed(on: isOnlineAgain)
  }

  func perform(_ act: ScopeScript.Act) {
    switch act {
    case .loadIfNeeded(let member):
      if member == .list { list.loadIfNeeded(7) } else { loaders[member]?.loadIfNeeded() }
    case .refresh(let member): refresh(member)
    case .cancel(let member):
      if member == .list { list.cancel() } else { loaders[member]?.cancel() }
    case .invalidate(let member): invalidate(member)
    case .use(let member): use(member)
    case .revalidate(let tag): scope.revalidate(tag.tag)
    case .cameToFront: cameToFront.accept(())
    case .isOnlineAgain: isOnlineAgain.accept(())
    case .write(let key): write.run(key)
    case .edit: edit.run()
    case .signOut:
      server.signOut()
      Task { [scope] in try await scope.reset() }
    }
  }

  private func refresh(_ member: Member) {
    switch member {
    case .edited, .aging, .untagged: loaders[member]?.refresh()
    case .list: list.refresh()
    case .key7, .key8: interests[member]?.refresh()
    }
  }

  private func invalidate(_ member: Member) {
    switch member {
    case .edited, .aging, .untagged: loaders[member]?.invalidate()
    case .list: list.invalidate()
    case .key7, .key8: member.key.map { keys.invalidate($0) }
    }
  }

  private func use(_ member: Member) {
    if let key = member.key {
      interests[member] = interests[member] == nil ? keys.interest(in: key) : nil
    } else if uses.removeValue(forKey: member) == nil {
      uses[member] =
        member == .list ? list.states.sink { _ in } : loaders[member]?.states.sink { _ in }
    }
  }

  /// The state, the use and the number of calls of a member.
  func text(of member: Member) -> String {
    scopeText(
      member,
      LoadText(state(of: member)),
      isInUse: isInUse(member),
      calls: server.calls(of: member.rawValue)
    )
  }

  private func state(of member: Member) -> LoadState<Int> {
    switch member {
    case .edited, .aging, .untagged: loaders[member]?.state ?? .notRequested
    case .list: list.state.map { $0.first?.id ?? 0 }
    case .key7, .key8: interests[member]?.state ?? .notRequested
    }
  }

  private func isInUse(_ member: Member) -> Bool {
    switch member {
    case .edited, .aging, .untagged: loaders[member]?.isInUse ?? false
    case .list: list.isInUse
    case .key7, .key8: member.key.map { keys.isInUse($0) } ?? false
    }
  }
}

extension ScopeScript.Tag {
  fileprivate var tag: LoadTag {
    switch self {
    case .a: "a"
    case .a7: ["a", 7]
    case .a8: ["a", 8]
    case .b: "b"
    case .all: []
    case .unknown: ["a", "zzz"]
    }
  }
}

/// The server of the real app: its answers depend on the time at which a request starts.
private final class ScopeServer: Sendable {
  private let script: ScopeScript
  private let clock: any Clock<Duration>
  private let state = Lock((server: ReferenceServer(), calls: [Int: Int]()))

  init(_ script: ScopeScript, _ clock: any Clock<Duration>) {
    self.script = script
    self.clock = clock
  }

  func calls(of function: Int) -> Int { state.withLock { $0.calls[function] ?? 0 } }

  func signOut() { state.withLock { $0.server.user += 1 } }

  func answer(_ function: Int) async throws -> Int {
    let text = state.withLock { $0.server.answer(at: .zero).text }
    try await rest(function)
    return text
  }

  func write(_ function: Int) async throws -> Int {
    try await rest(function)
    return state.withLock {
      $0.server.writes += 1
      return $0.server.writes
    }
  }

  private func rest(_ function: Int) async throws {
    let number = state.withLock { state in
      defer { state.calls[function, default: 0] += 1 }
      return state.calls[function] ?? 0
    }
    let call = script.call(number, of: function)
    try await clock.sleep(for: call.time)
    if call.fails { throw SampleError.first }
  }
}
