import ReactiveLoadable

/// The observed parts of one part of a state, such as the elements of a list.
///
/// They are looked at only when that part has other bits than it had, so an action outside the list costs
/// the same for a thousand observed elements as for one. The group lives as long as its members' stores.
final class PartGroup<Whole: Sendable, Part: Sendable>: Sendable {
  let parts = PartList<Part>()
  private let whole: PartList<Whole>
  private let id: UInt

  /// Begins to look at what is stored at a path.
  init(of whole: PartList<Whole>, at path: any KeyPath<Whole, Part> & Sendable, in now: Whole) {
    let seen = SeenPart(now[keyPath: path])
    self.whole = whole
    id = whole.add(PartGlance(seen, at: MemoryLayout<Whole>.offset(of: path))) { [parts] state in
      var part = state[keyPath: path]
      if seen.isTheSame(as: &part) { return }
      seen.see(part)
      parts.look(at: &part)
    }
  }

  deinit { whole.remove(id) }
}

/// The groups of a state by the paths of their parts; touched in the turns of one store only.
///
/// Those without members are forgotten when there are twice as many as there were with members, and a few.
struct PartGroups: Sendable {
  private struct Known: Sendable {
    weak var group: (any AnyObject & Sendable)?
  }

  // SAFETY: the paths that come in are Sendable; they are kept as what can be hashed.
  private nonisolated(unsafe) var known: [AnyKeyPath: Known] = [:]
  private var most = Self.few

  private static var few: Int { 16 }

  /// The group of what is stored at a path, which is made if need be.
  mutating func group<Whole, Part>(
    at path: any KeyPath<Whole, Part> & Sendable,
    of whole: PartList<Whole>,
    in now: Whole
  ) -> PartGroup<Whole, Part> {
    if let group = known[path]?.group as? PartGroup<Whole, Part> { return group }
    let group = PartGroup(of: whole, at: path, in: now)
    known[path] = Known(group: group)
    if known.count > most {
      known = known.filter { $0.value.group != nil }
      most = 2 * known.count + Self.few
    }
    return group
  }
}
