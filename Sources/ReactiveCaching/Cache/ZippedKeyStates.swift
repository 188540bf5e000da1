import CombineShim
import ReactiveLoading
import ReactiveRelays

/// The states of several keys as one; each subscription is an interest in each key.
struct ZippedKeyStates<Key: Hashable & Sendable, Value: Sendable, LoadFailure: Error>:
  ConcurrentPublisher
{
  typealias Output = Loadable<[Value], LoadFailure>
  typealias Failure = Never

  /// The states of the keys, each key once, in the order of its first position.
  private let parts: [KeyStates<Key, Value, LoadFailure>]
  /// The positions of each key among all keys.
  private let positions: [[Int]]

  init(
    _ keys: some Sequence<Key>,
    _ priority: LoadPriority,
    _ storage: CacheStorage<Key, Value, LoadFailure>
  ) {
    var numbers: [Key: Int] = [:]
    var (parts, positions): ([KeyStates<Key, Value, LoadFailure>], [[Int]]) = ([], [])
    for (position, key) in keys.enumerated() {
      if let number = numbers[key] {
        positions[number].append(position)
      } else {
        numbers[key] = parts.count
        parts.append(KeyStates(key, priority, storage))
        positions.append([position])
      }
    }
    (self.parts, self.positions) = (parts, positions)
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    let zip = KeyZip<Value, LoadFailure>(positions)
    let changes = OwningPublisher<Void> { [parts] in (zip.changes, zip.start(parts)) }
    changes.compactScan(from: KeyZip<Value, LoadFailure>.Published?.none) { last, _ in
      zip.next(after: &last)
    }.receive(subscriber: subscriber)
  }
}

/// The states of several keys, which one subscriber receives as one state.
///
/// A change costs the same among 10,000 keys as among 10: it replaces one value in place, unless
/// the subscriber keeps the array that it has received. So the states are made when the subscriber
/// receives them, and the relay that serves it publishes only that there is a change.
///
/// The lock guards `state`. The values, the errors and their `==` are the caller's: they are
/// compared and released outside it.
final class KeyZip<Value: Sendable, Failure: Error>: Sendable {
  typealias State = Loadable<[Value], Failure>

  /// A state without its values.
  struct Published {
    fileprivate let combined: ZipTree.Part
    fileprivate let state: Loadable<Never, Failure>
    fileprivate let hasValues: Bool
  }

  /// The relay that serves the subscriber.
  let changes = ValueRelayCore<Void>(
    depth: 1,
    latest: nil,
    creationSite: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  )
  private let state: Lock<KeyZipState<Value, Failure>>

  init(_ positions: [[Int]]) { state = Lock(KeyZipState(positions)) }

  /// Takes the interests, and publishes the first change.
  ///
  /// - Returns: The interests.
  func start<Key>(_ parts: [KeyStates<Key, Value, Failure>]) -> AnyCancellable {
    let interests = parts.enumerated().map { number, states in
      states.sink { self.receive($0, of: number) }
    }
    state.withLock { $0.hasStarted = true }
    changes.transition { () }
    if parts.isEmpty { changes.finish() }
    return AnyCancellable { for interest in interests { interest.cancel() } }
  }

  private func receive(_ new: Loadable<Value, Failure>, of part: Int) {
    let part = KeyZipPart(new, part)
    let (isChange, released) = state.withLock { $0.receive(part) }
    withExtendedLifetime(released) {}
    if isChange { changes.transition { () } }
  }

  /// Returns the current state; `nil` if it equals the one that the subscriber received last.
  func next(after last: inout Published?) -> State? {
    let (current, values, changes) = state.withLock { $0.snapshot() }
    let isSame = last?.isEqual(to: current) ?? false
    if isSame, values == nil || changes.allSatisfy(Self.isNoChange) { return nil }
    last = current
    return current.state.with(latest: values)
  }

  private static func isNoChange(from old: Value, to new: Value?) -> Bool {
    new.map { areEqualIfEquatable(old, $0) } ?? false
  }
}

extension KeyZip.Published {
  fileprivate func isEqual(to other: Self) -> Bool {
    guard hasValues == other.hasValues,
      combined == other.combined || (!hasValues && combined.undated == other.combined.undated)
    else { return false }
    guard let left = state.lastError, let right = other.state.lastError else { return true }
    return areEqualIfEquatable(left, right)
  }
}

/// The new state of a key in a zip.
private struct KeyZipPart<Value: Sendable, Failure: Error> {
  let number: Int
  let state: ZipTree.Part
  let value: Value?
  let error: Failure?

  init(_ state: Loadable<Value, Failure>, _ number: Int) {
    self.number = number
    self.state = ZipTree.Part(state, of: number)
    (value, error) = (state.latest, state.lastError)
  }
}

/// The combined state of the keys of a zip, and their values.
private struct KeyZipState<Value: Sendable, Failure: Error>: Sendable {
  /// The replaced objects, to release outside the lock.
  typealias Released = (value: Value?, error: Failure?, values: [Value]?)
  typealias Snapshot = (
    state: KeyZip<Value, Failure>.Published, values: [Value]?, changes: [(old: Value, new: Value?)]
  )

  let positions: [[Int]]
  /// True if the first state may be published.
  var hasStarted = false
  private var tree: ZipTree
  /// The values and previous values of the keys, by number.
  private var latest: [Value?]
  /// The errors and last errors of the keys, by number.
  private var errors: [Int: Failure] = [:]
  /// The number of keys without a value.
  private var missing: Int
  /// The values by position; `nil` while a key has none.
  private var values: [Value]?
  /// The values at the last snapshot of the keys whose values have been replaced since.
  private var replaced: [Int: Value] = [:]

  init(_ positions: [[Int]]) {
    self.positions = positions
    tree = ZipTree(positions.count)
    latest = Array(repeating: nil, count: positions.count)
    missing = positions.count
    values = positions.isEmpty ? [] : nil
  }

  /// Stores the state of a key; returns true if the combined state may have changed.
  mutating func receive(_ part: KeyZipPart<Value, Failure>) -> (isChange: Bool, Released) {
    let number = part.number
    var released: Released = (latest[number], errors[number], nil)
    var isChange = tree.change(number, to: part.state)
    // Another error of the key that decides is a change, too.
    if let failed = tree.combined.lastError, failed.part == number { isChange = true }
    if part.error != nil || released.error != nil { errors[number] = part.error }
    latest[number] = part.value
    missing += (part.value == nil ? 1 : 0) - (released.value == nil ? 1 : 0)
    if let old = released.value, replaced[number] == nil { replaced[number] = old }
    let hadValues = values != nil
    if missing > 0 {
      released.values = values.take()
    } else if hadValues {
      if let value = part.value {
        for position in positions[number] { values?[position] = value }
      }
    } else {
      values = joined
    }
    return (hasStarted && (isChange || hadValues || values != nil), released)
  }

  private var joined: [Value] {
    var joined: [Value?] = Array(repeating: nil, count: positions.reduce(0) { $0 + $1.count })
    for (number, positions) in positions.enumerated() {
      for position in positions { joined[position] = latest[number] }
    }
    return joined.compactMap(\.self)
  }

  /// Returns the current state, and the values that have been replaced since the last snapshot.
  mutating func snapshot() -> Snapshot {
    let state = tree.combined.flatMapError { failed -> Loadable<Never, Failure> in
      errors[failed.part].map { .failed($0) } ?? .notRequested
    }
    let published = KeyZip<Value, Failure>.Published(
      combined: tree.combined,
      state: state,
      hasValues: values != nil
    )
    let changes = replaced.map { number, old in (old, latest[number]) }
    replaced = [:]
    return (published, values, changes)
  }
}
