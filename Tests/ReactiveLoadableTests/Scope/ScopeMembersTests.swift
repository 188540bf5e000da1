import ReactiveLoading
import TestSupport
import Testing

@testable import ReactiveLoadable

/// A member that notes its calls.
final class NotingMember: ScopeMember, Sendable {
  let name: String
  let writes: Bool
  private let log: Log<String>
  private let onTouch: @Sendable () -> Void
  private let removal: ScopeRemoval?

  init(
    _ name: String,
    _ log: Log<String>,
    writes: Bool = false,
    _ onTouch: @escaping @Sendable () -> Void = {},
    removal: ScopeRemoval? = nil
  ) {
    (self.name, self.log, self.writes, self.removal) = (name, log, writes, removal)
    self.onTouch = onTouch
  }

  func count(of selection: ScopeSelection) -> Int {
    selection.keys(of: Int.self)?.count ?? 1
  }

  func revalidate(_ selection: ScopeSelection, _ loads: ScopeLoads) {
    note(name + (selection.keys(of: Int.self)?.description ?? ""))
  }

  func revalidateInUse(_ loads: ScopeLoads) { note(name) }
  func retryFailed(_ loads: ScopeLoads) { note(name) }

  func resetForScope() -> ScopeRemoval? {
    note("reset \(name)")
    return removal
  }

  private func note(_ text: String) {
    log.note(text)
    onTouch()
  }
}

@Suite struct `Members of a scope (S1, S8, S10, S11)` {
  private let log = Log<String>()
  private let scope = LoadScope()

  private func members(_ names: String, tag: LoadTag = "list") -> [NotingMember] {
    let members = names.map { NotingMember("\($0)", log) }
    for member in members { scope.add(member: member, tag: tag) }
    return members
  }

  @Test func `a call touches each member once, in the order of add (S8)`() {
    let members = members("abc")
    scope.add(member: members[0], tag: ["list", 1])
    scope.add(member: members[2], tag: "other")
    scope.add(member: members[1], tag: "list")
    let untagged = NotingMember("d", log)
    scope.add(member: untagged, tag: nil)
    #expect(scope.revalidate(["list", 1], "other", "list", "list") == 3)
    #expect(log.entries == ["a", "b", "c"])
    scope.revalidate()
    #expect(log.entries.suffix(4) == ["a", "b", "c", "d"])
    scope.revalidate("other")
    #expect(log.entries.suffix(1) == ["c"])
    withExtendedLifetime((members, untagged)) {}
  }

  @Test func `the keys that several tags select are one selection (S4)`() {
    let members = members("ab", tag: .movies)
    scope.add(member: members[1], tag: .movie(2))
    #expect(scope.revalidate(.movie(1), .movie(2), .movie(1)) == 3)
    #expect(log.entries == ["a[1, 2]", "b"])
    withExtendedLifetime(members) {}
  }

  @Test func `a released member is forgotten, and so are its tags (S1)`() {
    final class Part: Hashable, Sendable {
      static func == (left: Part, right: Part) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    let kept = members("a")
    var (parts, weakParts): ([Part], [Weak<Part>]) = ([], [])
    for _ in 0..<100 {
      let part = Part()
      parts.append(part)
      weakParts.append(Weak(part))
      scope.add(member: NotingMember("x", log), tag: ["list", part])
    }
    parts = []
    #expect(weakParts.filter(\.isReleased).count > 60)
    #expect(scope.revalidate("list") == 1)
    #expect(scope.revalidate("list") == 1)
    #expect(weakParts.allSatisfy { $0.isReleased })
    #expect("\(scope)" == "LoadScope: 1 member")
    withExtendedLifetime(kept) {}
  }

  @Test func `a loader that is added again and again takes no more room (S1)`() {
    let loader = Loader { 1 }
    let before = Weak(loader)
    for _ in 0..<10_000 { scope.add(loader, tag: "list") }
    #expect(scope.revalidate("list") == 1)
    #expect(scope.index.count <= 64)
    withExtendedLifetime((loader, before)) {}
  }

  @Test func `a call during another one follows it, and returns what it selects (S8)`() {
    let counts = Log<Int>()
    let first = NotingMember("a", log) { [log, scope] in
      if log.entries.count == 1 { counts.note(scope.revalidate("list")) }
    }
    scope.add(member: first, tag: "list")
    let others = members("bc")
    #expect(scope.revalidate("list") == 3)
    #expect(counts.entries == [3])
    #expect(log.entries == ["a", "b", "c", "a", "b", "c"])
    withExtendedLifetime((first, others)) {}
  }

  @Test func `a member that is added during a call is met by the next one (S8)`() {
    let late = NotingMember("z", log)
    let first = NotingMember("a", log) { [log, scope] in
      if log.entries.count == 1 { scope.add(member: late, tag: "list") }
    }
    scope.add(member: first, tag: "list")
    #expect(scope.revalidate("list") == 1)
    #expect(log.entries == ["a"])
    #expect(scope.revalidate("list") == 2)
    #expect(log.entries == ["a", "a", "z"])
    withExtendedLifetime(first) {}
  }

  @Test func `a member that is released during a call is not touched (S8)`() {
    let owner = BehaviorRelay<NotingMember?>(NotingMember("b", log))
    let first = NotingMember("a", log) { owner.accept(nil) }
    scope.add(member: first, tag: "list")
    owner.value.map { scope.add(member: $0, tag: "list") }
    #expect(scope.revalidate("list") == 2)
    #expect(log.entries == ["a"])
    withExtendedLifetime(first) {}
  }

  @Test func `a scope that is released during a call finishes it, and the queued ones (S10)`() {
    let owner = BehaviorRelay<LoadScope?>(LoadScope())
    let weakScope = Weak(owner.value)
    let first = NotingMember("a", log) { [log] in
      if log.entries.count == 1 { owner.value?.retryFailed() }
      owner.accept(nil)
    }
    let second = NotingMember("b", log)
    for member in [first, second] { owner.value?.add(member: member, tag: "list") }
    owner.value?.revalidate("list")
    #expect(log.entries == ["a", "b", "a", "b"])
    #expect(weakScope.isReleased)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a member in two scopes belongs to each of them (S1)`() {
    let other = LoadScope()
    let member = NotingMember("a", log)
    scope.add(member: member, tag: "list")
    other.add(member: member, tag: "other")
    #expect(scope.revalidate("list") == 1)
    #expect(scope.revalidate("other") == 0)
    #expect(other.revalidate("other") == 1)
    #expect(log.entries == ["a", "a"])
  }

  @Test func `a scope keeps no loader alive (S1)`() {
    var loader: ValueLoader<Int>? = Loader { 1 }
    let weakLoader = Weak(loader)
    loader.map { scope.add($0, tag: "list") }
    loader = nil
    #expect(weakLoader.isReleased)
    #expect(scope.revalidate("list") == 0)
  }
}
