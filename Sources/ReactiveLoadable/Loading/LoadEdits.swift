/// The edits that show over the value of a ``Loader`` before they are saved (contract L12).
///
/// A stack: each change is applied to what those below it made of the confirmed value. A change that
/// was saved shows over every value that was asked for before that, and becomes part of the confirmed
/// value as soon as no load is under way and nothing unsaved is below it.
@usableFromInline
struct LoadEdits<Request: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Shown = ShownValue<Request, Value>
  @usableFromInline typealias Change = @Sendable (inout Value) -> Void
  @usableFromInline typealias ID = LoadEditID

  /// What happens to an edit.
  @usableFromInline
  enum Step: Sendable {
    /// It is to show, before it is saved.
    case shown(ID, Change)
    case ended(ID, End)
  }

  @usableFromInline
  enum End: Sendable {
    /// It was saved; perhaps as another change, which the server has told.
    case saved(Change?)
    /// It was not saved.
    case takenBack
  }

  @usableFromInline
  struct Edit: Sendable {
    @usableFromInline let id: ID
    /// Whose value it changes; `nil` for any.
    @usableFromInline let request: Request?
    @usableFromInline var change: Change
    /// The newest ticket when it was saved; `nil` while it is not.
    @usableFromInline var savedAfter: UInt?

    @inlinable
    init(_ id: ID, of request: Request?, _ change: @escaping Change) {
      self.id = id
      self.request = request
      self.change = change
    }

    @inlinable
    func isOf(_ request: Request?) -> Bool {
      self.request == nil || request == nil || self.request == request
    }

    /// Whether a value does not have the change in it yet.
    @inlinable
    func shows(over shown: Shown) -> Bool {
      isOf(shown.request) && savedAfter.map { $0 >= shown.asOf } ?? true
    }
  }

  @usableFromInline var edits: [Edit] = []
  /// How edits ended that are still to be shown: threads bring the steps, in whatever order.
  @usableFromInline var early: [ID: End] = [:]
  /// The edits that a reset has forgotten, and whose end is still to come.
  @usableFromInline var forgotten: Set<ID> = []

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { edits.isEmpty }

  /// The value with all changes that it does not have yet.
  @inlinable
  func applied(to shown: Shown) -> Value {
    var value = shown.value
    for edit in edits where edit.shows(over: shown) { edit.change(&value) }
    return value
  }

  /// While no load runs: makes what is saved, with nothing unsaved below it, part of the value.
  ///
  /// What the value has in it already is forgotten, and what was saved for another request: a load
  /// will bring that.
  @inlinable
  mutating func fold(into shown: Shown?) -> Value? {
    var value = shown?.value
    var kept: [Edit] = []
    for edit in edits {
      let isShown = shown.map(edit.shows) ?? false
      if edit.savedAfter == nil || (isShown && kept.contains { $0.isOf(shown?.request) }) {
        kept.append(edit)
      } else if isShown {
        value.modify(edit.change)
      }
    }
    edits = kept
    return value
  }
}

// MARK: Steps

extension LoadEdits {
  /// Takes a step; `request` is the one whose value shows, `ticket` the newest one.
  ///
  /// Returns whether something else shows now.
  @inlinable
  mutating func take(_ step: Step, of request: Request?, after ticket: UInt) -> Bool {
    switch step {
    case .shown(let id, let change): show(Edit(id, of: request, change), after: ticket)
    case .ended(let id, let end): finish(id, end, of: request, after: ticket)
    }
  }

  @inlinable
  mutating func show(_ edit: Edit, after ticket: UInt) -> Bool {
    var edit = edit
    if let end = early.removeValue(forKey: edit.id) {
      guard edit.end(end, after: ticket) else { return false }
    }
    edits.insert(edit, at: place(of: edit.id))
    return true
  }

  /// The writes of one mutation keep their order, whichever thread comes first.
  @inlinable
  func place(of id: ID) -> Int {
    let newer = edits.firstIndex { $0.id.mutation == id.mutation && $0.id.write > id.write }
    return newer ?? edits.endIndex
  }

  @inlinable
  mutating func finish(_ id: ID, _ end: End, of request: Request?, after ticket: UInt) -> Bool {
    guard let index = edits.firstIndex(where: { $0.id == id }) else {
      if forgotten.remove(id) == nil { early[id] = end }
      return false
    }
    let isShown = edits[index].isOf(request)
    if !edits[index].end(end, after: ticket) {
      edits.remove(at: index)
      return isShown
    }
    if case .saved(nil) = end { return false }
    return isShown
  }

  @inlinable
  mutating func removeAll() {
    for edit in edits where edit.savedAfter == nil { forgotten.insert(edit.id) }
    edits = []
  }
}

extension LoadEdits.Edit {
  /// Ends it; false if it is to be taken back.
  @inlinable
  mutating func end(_ end: LoadEdits.End, after ticket: UInt) -> Bool {
    switch end {
    case .takenBack: return false
    case .saved(let change):
      savedAfter = ticket
      if let change { self.change = change }
      return true
    }
  }
}

/// The name of an edit: which mutation writes it, and which of its writes that is.
@usableFromInline
struct LoadEditID: Hashable, Sendable {
  @usableFromInline let mutation: UInt
  @usableFromInline let write: UInt
}

extension Optional {
  @inlinable
  mutating func modify(_ change: (inout Wrapped) -> Void) {
    if var value = self {
      change(&value)
      self = value
    }
  }
}
