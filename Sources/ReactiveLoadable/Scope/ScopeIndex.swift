import ReactiveLoading
import ReactiveRelays

/// The members of a scope, in the order of `add` and by the prefixes of their tags.
///
/// The lock guards the state. Parts of tags are hashed and compared, and members and parts are
/// released, outside it: a node is found by the hash value of its tag, which is an integer.
final class ScopeIndex: Sendable {
  fileprivate struct State {
    /// All members, in the order of `add`.
    var entries: [ScopeEntry] = []
    /// The nodes of all prefixes of tags, by the hash values of these prefixes.
    var nodes: [Int: [TagNode]] = [:]
    var lastOrder: UInt = 0
    /// The number of entries at which those are removed whose member is released.
    var limit = 16
    /// The number of released members that calls have met since the last removal.
    var released = 0
  }

  private let state = Lock(State())

  /// The number of entries, with those of released members that are not removed yet.
  var count: Int { state.withLock { $0.entries.count } }

  func add(_ member: any ScopeMember, _ tag: LoadTag?) {
    if state.withLock({ $0.entries.count >= $0.limit }) { removeReleased() }
    var isAdded = false
    while !isAdded {
      let path = tag.map { $0.prefixes.map(ensuredNode) } ?? []
      let entry = ScopeEntry(member, at: path.last)
      isAdded = state.withLock { state in
        if path.contains(where: \.isRemoved) { return false }
        state.lastOrder += 1
        entry.order = state.lastOrder
        state.entries.append(entry)
        for node in path { node.all.append(entry) }
        path.last?.exact.append(entry)
        return true
      }
    }
  }
}

/// A member of a scope at one tag.
// SAFETY: `order` is set under the lock of the index before other threads see the entry, and the weak
// reference is set once.
final class ScopeEntry: @unchecked Sendable {
  private(set) weak var member: (any ScopeMember)?
  @exclusivity(unchecked) fileprivate(set) var order: UInt = 0
  /// The node of the tag; `nil` without a tag.
  fileprivate let node: ObjectIdentifier?

  fileprivate init(_ member: any ScopeMember, at node: TagNode?) {
    self.member = member
    self.node = node.map { ObjectIdentifier($0) }
  }
}

/// The members at a tag, and at or below it.
// SAFETY: every `var` is touched under the lock of the index only; the tag is immutable and Sendable.
private final class TagNode: @unchecked Sendable {
  let tag: LoadTag
  @exclusivity(unchecked) var exact: [ScopeEntry] = []
  @exclusivity(unchecked) var all: [ScopeEntry] = []
  @exclusivity(unchecked) var isRemoved = false

  init(_ tag: LoadTag) { self.tag = tag }
}

// MARK: Nodes

extension ScopeIndex {
  /// Returns the node of a tag, which is created if no thread has created it.
  private func ensuredNode(of tag: LoadTag) -> TagNode {
    let hash = tag.hashValue
    while true {
      let found = state.withLock { $0.nodes[hash] ?? [] }
      if let node = found.first(where: { $0.tag == tag }) { return node }
      let new = TagNode(tag)
      let isAdded = state.withLock { state in
        guard state.nodes[hash, default: []].elementsEqual(found, by: ===) else { return false }
        state.nodes[hash, default: []].append(new)
        return true
      }
      if isAdded { return new }
    }
  }

  /// The members at a tag, or at and below it.
  private func entries(of tag: LoadTag, isExact: Bool) -> [ScopeEntry] {
    let hash = tag.hashValue
    let found = state.withLock { $0.nodes[hash] ?? [] }
    guard let node = found.first(where: { $0.tag == tag }) else { return [] }
    return state.withLock { _ in isExact ? node.exact : node.all }
  }
}

extension LoadTag {
  /// The path itself and all its beginnings, the shortest first.
  fileprivate var prefixes: [LoadTag] {
    (0...parts.count).map { LoadTag(parts: Array(parts.prefix($0))) }
  }
}

// MARK: Selecting

extension ScopeIndex {
  /// A member that a call touches, and the loads of it that the call selects.
  struct Target: Sendable {
    let entry: ScopeEntry
    fileprivate(set) var selection: ScopeSelection
  }

  /// All members, each once.
  var all: [ScopeEntry] {
    targets(state.withLock { $0.entries }.map { Target(entry: $0, selection: .all) }).map(\.entry)
  }

  /// The members that tags select, each once.
  func targets(of tags: [LoadTag]) -> [Target] {
    var found: [Target] = []
    for tag in tags {
      found += entries(of: tag, isExact: false).map { Target(entry: $0, selection: .all) }
      guard let part = tag.parts.last else { continue }
      found += entries(of: LoadTag(parts: tag.parts.dropLast()), isExact: true).map {
        Target(entry: $0, selection: .steps([part]))
      }
    }
    return targets(found.sorted { $0.entry.order < $1.entry.order })
  }

  /// Merges the targets of one member, and drops those of released members.
  private func targets(_ found: [Target]) -> [Target] {
    var targets: [Target] = []
    targets.reserveCapacity(found.count)
    var indices = [ObjectIdentifier: Int](minimumCapacity: found.count)
    var released = 0
    for target in found {
      guard let member = target.entry.member else {
        released += 1
        continue
      }
      let id = ObjectIdentifier(member)
      if let index = indices[id] {
        targets[index].selection.formUnion(target.selection)
      } else {
        indices[id] = targets.count
        targets.append(target)
      }
    }
    if released > 0 { meet(released) }
    return targets
  }

  private func meet(_ count: Int) {
    let isEnough = state.withLock { state in
      state.released += count
      return state.released > state.entries.count / 2
    }
    if isEnough { removeReleased() }
  }
}

extension ScopeSelection {
  fileprivate mutating func formUnion(_ other: Self) {
    switch (self, other) {
    case (.all, _), (_, .all): self = .all
    case (.steps(let parts), .steps(let others)): self = .steps(parts + others)
    }
  }
}

// MARK: Released members

extension ScopeIndex {
  /// Removes the entries of released members, and all but the first of a member at one tag.
  private func removeReleased() {
    struct Place: Hashable {
      let member: ObjectIdentifier
      let node: ObjectIdentifier?
    }
    let entries = state.withLock { $0.entries }
    var (places, removed): (Set<Place>, Set<ObjectIdentifier>) = ([], [])
    for entry in entries {
      let place = entry.member.map { Place(member: ObjectIdentifier($0), node: entry.node) }
      if let place, places.insert(place).inserted { continue }
      removed.insert(ObjectIdentifier(entry))
    }
    // The nodes are released outside the lock, with the parts of their tags.
    _ = state.withLock { $0.remove(removed) }
  }
}

extension ScopeIndex.State {
  /// Removes entries; returns the nodes without an entry.
  fileprivate mutating func remove(_ removed: Set<ObjectIdentifier>) -> [TagNode] {
    let isRemoved = { (entry: ScopeEntry) in removed.contains(ObjectIdentifier(entry)) }
    var empty: [TagNode] = []
    entries.removeAll(where: isRemoved)
    for (hash, nodes) in nodes {
      for node in nodes {
        node.exact.removeAll(where: isRemoved)
        node.all.removeAll(where: isRemoved)
        node.isRemoved = node.all.isEmpty
      }
      let remaining = nodes.filter { !$0.isRemoved }
      if remaining.count == nodes.count { continue }
      empty += nodes.filter(\.isRemoved)
      self.nodes[hash] = remaining.isEmpty ? nil : remaining
    }
    (limit, released) = (max(16, entries.count * 2), 0)
    return empty
  }
}
