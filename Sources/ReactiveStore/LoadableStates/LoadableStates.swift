import HashTreeCollections
public import ReactiveLoadable

/// The states of values that are loaded by their keys, such as movie details by their ids.
///
/// ```swift
/// struct MoviesState: Sendable {
///   var details = LoadableStates<Movie.ID, Movie>()
/// }
///
/// state.details[7].perform(.loadIfNeeded)   // in a reducer; or by an action with the key
/// draw(state.details[7].loadable)
/// ```
///
/// An unknown key is not requested. The cost of an action depends on the keys that it changes, not
/// on the number of keys, because copies share the states of all other keys. The states are
/// `Codable` if the key and the value are. See <doc:StoreContract#S17-Saved-states>.
public struct LoadableStates<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The state of a key, which needs no other request.
  public typealias Element = LoadableState<NoRequest, Value>

  /// The slots of the keys with a state.
  private var slots: TreeDictionary<Key, Int> = [:]
  /// The states by slots; a change of one key leaves `slots` as it is.
  private var states = SlotTree()
  /// The number of slots that were ever used.
  private var lastSlot = 0
  /// The log of the changed keys, for the store.
  private(set) var changes = KeyChangeLog<Key>()
  private var loadingCount = 0
  /// The keys without a state that were requested, which a refresh requests again.
  private var requestedKeys: TreeSet<Key> = []
  /// The states of keys that have nothing but edits of writes, for values that arrive later.
  private var editsBeforeLoads: TreeDictionary<Key, Element> = [:]
  /// The policy for all later changes; it is that of the store that loads the values.
  var policy: EmbeddedPolicy?
  /// The operations on the records of the keys since the last action; `nil` without any.
  private var operations: Box<[EmbeddedSaving.Operation]>?

  /// Creates states before any request.
  public init() {}

  /// The keys with a state, in no order.
  public var keys: [Key] { Array(slots.keys) }

  /// The state of a key, which can be changed in place.
  public subscript(key: Key) -> Element {
    get { element(key, in: slots[key]) }
    _modify {
      let slot = slots[key]
      var element = element(key, in: slot)
      let wasLoading = slot != nil && element.machine.isLoading
      if let policy { element.machine.apply(policy, of: key) }
      defer { put(element, at: key, in: slot, wasLoading: wasLoading) }
      yield &element
    }
  }

  mutating func perform(_ action: LoadingAction<NoRequest, Value, Never>, at key: Key) {
    let slot = slots[key]
    var element = element(key, in: slot)
    let wasLoading = slot != nil && element.machine.isLoading
    if let policy { element.machine.apply(policy, of: key) }
    element.reduce(action)
    put(element, at: key, in: slot, wasLoading: wasLoading)
  }

  /// Performs steps of the edits of a key by writes, except the ends of unknown ones.
  mutating func edit(_ steps: [EditStep], at key: Key) {
    let slot = slots[key]
    if slot == nil, editsBeforeLoads[key] == nil, !steps.contains(where: \.isNew) { return }
    var element = element(key, in: slot)
    let wasLoading = slot != nil && element.machine.isLoading
    if let policy { element.machine.apply(policy, of: key) }
    element.machine.edit(steps)
    put(element, at: key, in: slot, wasLoading: wasLoading)
  }

  private func element(_ key: Key, in slot: Int?) -> Element {
    if let slot, let box = box(in: slot) { return box.value }
    if !editsBeforeLoads.isEmpty, let element = editsBeforeLoads[key] { return element }
    return Element(wasRequested: !requestedKeys.isEmpty && requestedKeys.contains(key))
  }

  @inline(__always)
  private func box(in slot: Int) -> Box<Element>? {
    guard let object = states[slot] else { return nil }
    // SAFETY: all objects of the tree are boxes of states.
    return unsafeDowncast(object, to: Box<Element>.self)
  }

  /// Removes the state of a key, and cancels its load.
  public mutating func remove(_ key: Key) { self[key] = Element() }

  /// Removes the states of all keys, and cancels their loads.
  public mutating func removeAll() {
    (slots, states, lastSlot) = ([:], SlotTree(), 0)
    (loadingCount, requestedKeys, editsBeforeLoads) = (0, [], [:])
    changes.recordAll()
  }

  /// Marks all values as stale.
  public mutating func invalidateAll() {
    for key in slots.keys { self[key].perform(.invalidate) }
  }

  private mutating func put(
    _ element: Element,
    at key: Key,
    in slot: Int?,
    wasLoading: Bool
  ) {
    let isLoading = element.machine.isLoading
    if isLoading != wasLoading { loadingCount += isLoading ? 1 : -1 }
    var element = element
    if element.machine.hasRecordOperations {
      operations = Box((operations?.value ?? []) + element.machine.takeRecordOperations())
    }
    if element.machine.hasContents {
      let slot = slot ?? newSlot(of: key)
      states[slot] = Box(element)
      changes.record(key, in: slot)
    } else {
      changes.record(key, in: nil)
      if let slot {
        states[slot] = nil
        slots[key] = nil
      }
    }
    if element.machine.hasEdits, !element.machine.hasContents {
      editsBeforeLoads[key] = element
    } else if !editsBeforeLoads.isEmpty {
      editsBeforeLoads[key] = nil
    }
    if !element.machine.hasContents, element.machine.wasRequested {
      requestedKeys.insert(key)
    } else if !requestedKeys.isEmpty {
      requestedKeys.remove(key)
    }
  }

  private mutating func newSlot(of key: Key) -> Int {
    defer { lastSlot += 1 }
    slots[key] = lastSlot
    return lastSlot
  }
}

// MARK: For the store

extension LoadableStates {
  /// The number of the last change, unique among all states; zero before the first change.
  var version: UInt { changes.revision }

  var isLoading: Bool { loadingCount > 0 }

  /// The keys that are loading, in no order; it takes time for each key.
  var loading: [Key] { isLoading ? keys.filter { run(of: $0) != nil } : [] }

  /// Returns the load of a key that must run; `nil` if it is not loading.
  func run(of key: Key) -> EmbeddedRun<NoRequest>? { run(in: slots[key]) }

  /// Returns the load in a slot that must run; `nil` if it is not loading.
  func run(in slot: Int?) -> EmbeddedRun<NoRequest>? {
    guard let slot, let box = box(in: slot) else { return nil }
    return box.value.machine.run
  }

  /// Returns whether the load of a key reads its record.
  func readsRecord(of key: Key) -> Bool {
    slots[key].flatMap { box(in: $0) }?.value.machine.readsRecord ?? false
  }

  /// The last load of a key whose result was the value of its record.
  func restoredEnd(of key: Key) -> RestoredEnd? {
    slots[key].flatMap { box(in: $0) }?.value.machine.restoredEnd
  }

  /// True if the last action has saved or removed values.
  var hasRecordOperations: Bool { operations != nil }

  /// Returns the operations on records since the last call.
  mutating func takeRecordOperations() -> [EmbeddedSaving.Operation] {
    defer { operations = nil }
    return operations?.value ?? []
  }

  /// Returns the number of the last request for the load of a key; zero if it is not loading.
  func requestNumber(of key: Key) -> UInt { run(of: key)?.requestNumber ?? 0 }
}

extension LoadableStates: Equatable where Value: Equatable {
  /// Compares the states of all keys.
  public static func == (left: Self, right: Self) -> Bool {
    left.slots.count == right.slots.count
      && left.slots.keys.allSatisfy { right.slots[$0] != nil && left[$0] == right[$0] }
  }
}

extension LoadableStates: Hashable where Value: Hashable {
  /// Hashes the states of all keys.
  public func hash(into hasher: inout Hasher) { hasher.combine(byKey) }
}

extension LoadableStates {
  private var byKey: [Key: Element] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0, self[$0]) })
  }
}

extension LoadableStates: CustomReflectable {
  /// A mirror of the states by key.
  public var customMirror: Mirror { Mirror(reflecting: byKey) }
}
