import HashTreeCollections

/// The work of a write of an ``EmbeddedMutation``.
package enum EmbeddedWork: Sendable {
  /// The write waits for its turn.
  case waits
  /// An attempt runs, or the write waits before a retry.
  case runs(EmbeddedAttempt)
  /// The write has its outcome, and its work, an attempt with a ticket, has not returned.
  case stops(UInt)
}

/// The start or the end of a write, whose edits the owner makes or ends.
package struct EmbeddedWriteStep: Sendable {
  let id: UInt
  package let input: AnyBox
  /// The end; `nil` for the start.
  let end: EditResult?

  /// Returns the step of the edit of a target, which has a number among those of its mutation.
  ///
  /// The edits of one value are in the order of the calls, also those of several mutations.
  package func editStep(ofTarget number: UInt, _ editor: AnyEditor) -> EditStep {
    let id = LoadEditID(mutation: number, write: id)
    switch end {
    case nil: return .shown(id, editor, input)
    case .saved(let output): return .ended(id, .saved(editor.confirms ? output : nil))
    case .rolledBack: return .ended(id, .rolledBack)
    }
  }
}

/// The policy of a mutation in a state, with the parts that its decisions read.
package final class EmbeddedMutationPolicy: Sendable {
  /// Returns the key of an input, by code of the caller.
  package typealias Key = @Sendable (AnyBox) -> any Hashable & Sendable

  let policy: MutationPolicy
  let key: Key?
  /// The policy of the loads that perform the writes.
  package let load: EmbeddedPolicy

  package init(_ policy: MutationPolicy, orderedBy key: Key?) {
    (self.policy, self.key) = (policy, key)
    load = EmbeddedPolicy(policy.load, isWriting: true)
  }
}

/// The keys of the writes that have not returned, with their numbers.
struct WriteKeys: Sendable {
  private struct Entry {
    let key: any Hashable & Sendable
    let hash: Int
    var users = 0
  }

  private var entries: TreeDictionary<UInt, Entry> = [:]
  /// The numbers of the keys by their hash values.
  private var numbers: TreeDictionary<Int, [UInt]> = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// Returns the number of a key, which is new if no write has the key, by code of the caller.
  func number(of key: any Hashable & Sendable) -> (number: UInt, isNew: Bool) {
    let known = numbers[key.hashValue]?.first { number in
      entries[number].map { AnyHashable($0.key) == AnyHashable(key) } ?? false
    }
    return known.map { ($0, false) } ?? (TicketCounter.newBlock(), true)
  }

  /// Adds a write of a key.
  mutating func enter(_ number: UInt, _ key: any Hashable & Sendable) {
    var entry = entries[number] ?? Entry(key: key, hash: key.hashValue)
    if entry.users == 0 { numbers[entry.hash, default: []].append(number) }
    entry.users += 1
    entries[number] = entry
  }

  /// Removes a write, and forgets the key after the last one.
  mutating func leave(_ number: UInt) {
    guard var entry = entries[number] else { return }
    entry.users -= 1
    if entry.users > 0 { return entries[number] = entry }
    entries[number] = nil
    numbers[entry.hash]?.removeAll { $0 == number }
    if numbers[entry.hash]?.isEmpty == true { numbers[entry.hash] = nil }
  }
}
