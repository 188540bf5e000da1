/// The optimistic updates of the value of a ``Loader``, before their writes succeed.
///
/// A stack: each change is applied to the result of those below it, starting with the confirmed
/// value. A saved change applies to every value that was requested before it was saved. It becomes
/// part of the confirmed value as soon as no load is in flight and no unsaved edit is below it. See
/// <doc:EditingOptimistically#L12-Optimistic-edits>.
struct LoadEdits<Request: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Change = @Sendable (inout Value) -> Void
  typealias ID = LoadEditID

  /// A step in the life of an edit.
  enum Step: Sendable {
    /// The edit is made, before it is saved.
    case shown(ID, Change)
    case ended(ID, EditResult)
  }

  enum EditResult: Sendable {
    /// The edit was saved, possibly as another change that `confirm` made of the response.
    case saved(Change?)
    /// The edit was not saved and is rolled back.
    case rolledBack
  }

  struct Edit: Sendable {
    let id: ID
    /// The request whose value it changes; `nil` for any.
    let request: Request?
    var change: Change
    /// The newest ticket when it was saved; `nil` while it is unsaved.
    var savedAfter: UInt?

    init(_ id: ID, of request: Request?, _ change: @escaping Change) {
      self.id = id
      self.request = request
      self.change = change
    }

    func matches(_ request: Request?) -> Bool {
      self.request == nil || request == nil || self.request == request
    }

    /// A Boolean value that indicates whether the edit must be applied to a value.
    func applies(to value: LoadedValue, asOf ticket: UInt) -> Bool {
      matches(value.request?.assumed(of: Request.self).value)
        && savedAfter.map { $0 >= ticket } ?? true
    }
  }

  var edits: [Edit] = []
  /// The ends of edits that arrived before the edits, because threads deliver steps in any order.
  var earlyResults: [ID: EditResult] = [:]
  /// The unsaved edits that a reset dropped.
  var discarded: Set<ID> = []

  var isEmpty: Bool { edits.isEmpty }

  /// True if no edit, and no end of a later edit, is stored.
  var isUnused: Bool { edits.isEmpty && earlyResults.isEmpty && discarded.isEmpty }

  /// Returns a value that was requested at a ticket, with all changes that it does not contain yet.
  func applied(to value: LoadedValue, asOf ticket: UInt) -> Value {
    var changed = value.value.assumed(of: Value.self).value
    for edit in edits where edit.applies(to: value, asOf: ticket) { edit.change(&changed) }
    return changed
  }

  /// Applies saved edits without an unsaved edit below them to the confirmed value.
  ///
  /// Called while no load runs. Edits that the value already contains, and saved edits of other
  /// requests, are dropped: a load will return them.
  mutating func fold(into settled: LoadedValue?, asOf ticket: UInt?) -> Value? {
    var value: Value? = settled?.value.assumed(of: Value.self).value
    let request: Request? = settled?.request?.assumed(of: Request.self).value
    var remaining: [Edit] = []
    for edit in edits {
      var isShown = false
      if let settled, let ticket { isShown = edit.applies(to: settled, asOf: ticket) }
      if edit.savedAfter == nil || (isShown && remaining.contains { $0.matches(request) }) {
        remaining.append(edit)
      } else if isShown {
        value.modify(edit.change)
      }
    }
    edits = remaining
    return value
  }
}

// MARK: Steps

extension LoadEdits {
  /// Performs a step and returns whether the visible value may have changed.
  ///
  /// `request` is the request of the visible value, `ticket` is the newest ticket.
  mutating func apply(_ step: Step, of request: Request?, after ticket: UInt) -> Bool {
    switch step {
    case .shown(let id, let change): show(Edit(id, of: request, change), after: ticket)
    case .ended(let id, let end): finish(id, end, of: request, after: ticket)
    }
  }

  mutating func show(_ edit: Edit, after ticket: UInt) -> Bool {
    var edit = edit
    if let end = earlyResults.removeValue(forKey: edit.id) {
      guard edit.end(end, after: ticket) else { return false }
    }
    edits.insert(edit, at: insertionIndex(for: edit.id))
    return true
  }

  /// Returns the index at which the writes of one mutation stay in order, on whatever threads.
  func insertionIndex(for id: ID) -> Int {
    let newer = edits.firstIndex { $0.id.mutation == id.mutation && $0.id.write > id.write }
    return newer ?? edits.endIndex
  }

  mutating func finish(
    _ id: ID,
    _ end: EditResult,
    of request: Request?,
    after ticket: UInt
  ) -> Bool {
    guard let index = edits.firstIndex(where: { $0.id == id }) else {
      if discarded.remove(id) == nil { earlyResults[id] = end }
      return false
    }
    let isShown = edits[index].matches(request)
    if !edits[index].end(end, after: ticket) {
      edits.remove(at: index)
      return isShown
    }
    if case .saved(nil) = end { return false }
    return isShown
  }

  mutating func removeAll() {
    for edit in edits where edit.savedAfter == nil { discarded.insert(edit.id) }
    edits = []
  }
}

extension LoadEdits.Edit {
  /// Ends the edit; returns false if it is rolled back.
  mutating func end(_ end: LoadEdits.EditResult, after ticket: UInt) -> Bool {
    switch end {
    case .rolledBack: return false
    case .saved(let change):
      savedAfter = ticket
      if let change { self.change = change }
      return true
    }
  }
}

extension LoadEdits.Step {
  /// The event for observers; `nil` if the edit was saved, because the visible value stays.
  var event: LoadObserver.Event.Kind? {
    switch self {
    case .shown: .edited
    case .ended(_, .saved): nil
    case .ended(_, .rolledBack): .rolledBack
    }
  }
}

/// The identity of an edit: its mutation, and the number of its write.
struct LoadEditID: Hashable, Sendable {
  let mutation: UInt
  let write: UInt
}

extension Optional {
  mutating func modify(_ change: (inout Wrapped) -> Void) {
    if var value = self {
      change(&value)
      self = value
    }
  }
}

// MARK: Without types

/// The edits of a load with erased types.
protocol AnyLoadEdits: AnyObject, Sendable {
  /// Returns a value that was requested at a ticket, with the edits that it does not contain yet.
  func edited(_ value: LoadedValue, asOf ticket: UInt) -> AnyBox

  /// Returns the edits after a move, and a settled value into which saved edits were folded.
  ///
  /// A reset removes all edits. Edits are folded only while no load runs.
  func updated(
    isReset: Bool,
    foldingInto settled: LoadedValue?,
    asOf ticket: UInt?,
    folds: Bool
  ) -> (edits: (any AnyLoadEdits)?, value: AnyBox?)
}

final class LoadEditList<Request: Hashable & Sendable, Value: Sendable>: AnyLoadEdits {
  typealias Edits = LoadEdits<Request, Value>

  let edits: Edits

  private init(_ edits: Edits) { self.edits = edits }

  /// The edits with their types; none for `nil`.
  // SAFETY: all edits of a load have its types.
  convenience init(_ known: (any AnyLoadEdits)?) {
    self.init(known.map { unsafeDowncast($0, to: LoadEditList.self).edits } ?? Edits())
  }

  /// Returns the edits after steps, and whether the visible value may have changed.
  func applying(
    _ steps: [Edits.Step],
    of request: AnyBox?,
    after ticket: UInt
  ) -> (edits: any AnyLoadEdits, changes: Bool) {
    var (edits, changes) = (edits, false)
    for step in steps
    where edits.apply(step, of: request?.assumed(of: Request.self).value, after: ticket) {
      changes = true
    }
    return (LoadEditList(edits), changes)
  }

  func edited(_ value: LoadedValue, asOf ticket: UInt) -> AnyBox {
    Box(edits.applied(to: value, asOf: ticket))
  }

  func updated(
    isReset: Bool,
    foldingInto settled: LoadedValue?,
    asOf ticket: UInt?,
    folds: Bool
  ) -> (edits: (any AnyLoadEdits)?, value: AnyBox?) {
    var (edits, value) = (edits, Value?.none)
    if isReset { edits.removeAll() }
    if folds, !edits.isEmpty { value = edits.fold(into: settled, asOf: ticket) }
    return (edits.isUnused ? nil : LoadEditList(edits), value.map { Box($0) })
  }
}
