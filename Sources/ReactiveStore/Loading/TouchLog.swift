import Atomics

/// Which keys of a collection were changed last, so that who looks at it now and then need not look at all.
///
/// A value, copied with the collection: each change has a number that no other one ever has, so that who
/// knows a number knows what has come since, also where a copy has taken another way.
struct TouchLog<Key: Hashable & Sendable>: Sendable {
  /// How far somebody has looked.
  typealias Mark = UInt

  private var touches: [(mark: Mark, key: Key)] = []

  private static var most: Int { 64 }

  var mark: Mark { touches.last?.mark ?? 0 }

  mutating func note(_ key: Key) {
    if touches.count == Self.most { touches.removeFirst(Self.most / 2) }
    touches.append((lastMark.wrappingIncrementThenLoad(ordering: .relaxed), key))
  }

  /// All keys were changed, or nobody knows which.
  mutating func noteAll() { touches = [] }

  /// The keys that were changed since a mark; `nil` if that is not known any more.
  func keys(since mark: Mark) -> Set<Key>? {
    if mark == self.mark { return [] }
    guard let index = touches.lastIndex(where: { $0.mark == mark }) else { return nil }
    return Set(touches[(index + 1)...].map(\.key))
  }
}

private let lastMark = ManagedAtomic<UInt>(0)
