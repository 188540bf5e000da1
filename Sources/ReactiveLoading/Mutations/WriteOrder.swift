import Atomics
package import ReactiveRelays

/// The order of writes by key, over any number of mutations.
///
/// Mutations that write the same things share one, so that the writes of one thing reach the server
/// in the order of the calls:
///
/// ```swift
/// let order = WriteOrder()
/// let rate = Mutation(order: .byKey(in: order) { $0.movie }) { (rating: Rating) in
///   try await api.rate(rating)
/// }
/// let rename = Mutation(order: .byKey(in: order) { $0.movie }) { (title: Title) in
///   try await api.rename(title)
/// }
/// ```
///
/// It keeps a mutation alive only while a write of it waits or runs, and forgets a key when its
/// last write has returned. See <doc:WritingWithMutations#M16-Order-by-key>.
public final class WriteOrder: Sendable {
  private struct Entry {
    let turns: WriteTurns
    /// The number of writes that use the turns.
    var users = 0
  }

  /// The keys with writes, by their hash values.
  private let entries = Lock<[Int: [Entry]]>([:])

  /// Creates an order without writes.
  public init() {}

  /// Returns the turns of a key, for one more write; ``release(_:)`` ends its use of them.
  ///
  /// Keys are compared outside the lock, because this calls the `==` of the key.
  func turns<Key: Hashable & Sendable>(of key: Key) -> WriteTurns {
    let hash = key.hashValue
    while true {
      let known = entries.withLock { $0[hash] ?? [] }.map(\.turns)
      let match = known.first { $0.key as? Key == key }
      let turns = match ?? WriteTurns(of: key, hash, in: self)
      let isCurrent = entries.withLock { entries in
        var current = entries[hash] ?? []
        if match == nil {
          // Another thread may have added the key.
          guard current.elementsEqual(known, by: { $0.turns === $1 }) else { return false }
          current.append(Entry(turns: turns))
        }
        // Another thread may have removed it.
        guard let index = current.firstIndex(where: { $0.turns === turns }) else { return false }
        current[index].users += 1
        entries[hash] = current
        return true
      }
      if isCurrent { return turns }
    }
  }

  /// Ends a use of the turns of a key, and forgets the key after the last one.
  func release(_ turns: WriteTurns) {
    entries.withLock { entries in
      guard var current = entries[turns.hash],
        let index = current.firstIndex(where: { $0.turns === turns })
      else { return }
      current[index].users -= 1
      if current[index].users == 0 { current.remove(at: index) }
      entries[turns.hash] = current.isEmpty ? nil : current
    }
  }
}

/// The turns of the writes of one key.
@usableFromInline
final class WriteTurns: Sendable {
  /// A write that waits for its turn, or has it until its work has returned.
  struct Place {
    let mutation: MutationShell
    let id: MutationCore.ID
  }

  private struct State {
    /// The first place has the turn.
    var places: ArraySlice<Place> = []
    var trampoline = WriteTrampoline()
  }

  /// A number of the key, unique in the process while the key has writes.
  let number: UInt
  let key: any Hashable & Sendable
  let hash: Int
  private let order: WriteOrder
  private let state = Lock(State())

  init(of key: any Hashable & Sendable, _ hash: Int, in order: WriteOrder) {
    number = lastNumber.wrappingIncrementThenLoad(ordering: .relaxed)
    (self.key, self.hash, self.order) = (key, hash, order)
  }

  /// Adds a write; returns true if it has the turn.
  ///
  /// Called under the lock of the mutation, so that the writes of a mutation are in its order.
  func enter(_ place: Place) -> Bool {
    state.withLock { state in
      state.places.append(place)
      return state.places.count == 1
    }
  }

  /// Removes a write of a mutation; returns the write that has the turn from now on, if any.
  func leave(_ id: MutationCore.ID, of mutation: MutationShell) -> Place? {
    let (left, next): (Place?, Place?) = state.withLock { state in
      let isOwn = { (place: Place) in place.id == id && place.mutation === mutation }
      // The first write leaves after its work, and the newest ones after a cancel.
      if let first = state.places.first, isOwn(first) {
        return (state.places.removeFirst(), state.places.first)
      }
      return (state.places.lastIndex(where: isOwn).map { state.places.remove(at: $0) }, nil)
    }
    // A mutation may be released here, outside the lock.
    if left != nil { order.release(self) }
    return next
  }

  func withTrampoline<R>(_ body: (inout WriteTrampoline) -> R) -> R {
    state.withLock { body(&$0.trampoline) }
  }
}

/// The number of the last key.
private let lastNumber = ManagedAtomic<UInt>(0)

/// The starts of writes that must not overlap, of which one thread performs each.
///
/// A write that does not suspend ends inside its start and starts the next one. Without the loop of
/// that thread a long queue of such writes would overflow the stack.
struct WriteTrampoline {
  struct Start {
    let mutation: MutationShell
    let write: OpenWrite
    let cycle: AttemptCycle
  }

  /// True if a thread starts writes.
  private var isStarting = false
  /// The write that this thread starts next.
  private var next: Start?

  /// Leaves a start to the thread that starts writes; returns false if this thread must do it.
  mutating func leave(_ start: () -> Start) -> Bool {
    if isStarting { next = start() }
    defer { isStarting = true }
    return isStarting
  }

  mutating func takeNext() -> Start? {
    isStarting = next != nil
    return next.take()
  }
}

extension WriteOrder: Described {
  package var objectText: ObjectText {
    let count = keyCount
    return ObjectText("WriteOrder(\(count) \(count == 1 ? "key" : "keys"))")
  }

  package var mirrorParts: KeyValuePairs<String, Any?> { ["keys": keyCount] }

  /// The number of keys with writes.
  private var keyCount: Int { entries.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}
