/// The edits that show over the value of a ``Loader`` before they are saved (contract L12).
///
/// A stack: each change is applied to what those below it made of the confirmed value. A change that
/// was saved stays until a load begun after that has brought it, or becomes part of the confirmed
/// value as soon as no load is under way and nothing unsaved is below it.
@usableFromInline
struct LoadEdits<Request: Hashable & Sendable, Value: Sendable>: Sendable {
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
    /// The newest attempt to load when it was saved; `nil` while it is not.
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
  }

  @usableFromInline var edits: [Edit] = []

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { edits.isEmpty }

  /// The value with all changes to the answer of this request.
  @inlinable
  func applied(to value: Value, of request: Request?) -> Value {
    if edits.isEmpty { return value }
    var value = value
    for edit in edits where edit.isOf(request) { edit.change(&value) }
    return value
  }

  /// Takes a step; `request` is the one whose value shows, `attempt` the newest one to load.
  ///
  /// Returns whether something else shows now.
  @inlinable
  mutating func take(_ step: Step, of request: Request?, after attempt: UInt) -> Bool {
    switch step {
    case .shown(let id, let change):
      edits.append(Edit(id, of: request, change))
      return true
    case .ended(let id, let end):
      guard let index = edits.firstIndex(where: { $0.id == id }) else { return false }
      let isShown = edits[index].isOf(request)
      return finish(index, end, after: attempt) && isShown
    }
  }

  @inlinable
  mutating func finish(_ index: Int, _ end: End, after attempt: UInt) -> Bool {
    switch end {
    case .takenBack:
      edits.remove(at: index)
      return true
    case .saved(let change):
      edits[index].savedAfter = attempt
      if let change { edits[index].change = change }
      return change != nil
    }
  }

  @inlinable
  mutating func removeAll() { edits = [] }

  /// Forgets what is part of an answer: what was saved before it was asked for.
  @inlinable
  mutating func forget(answeredBy attempt: UInt, of request: Request?) {
    edits.removeAll { edit in edit.isOf(request) && edit.savedAfter.map { $0 < attempt } ?? false }
  }

  /// While no load runs: makes what is saved, with nothing unsaved below it, part of the value.
  ///
  /// What was saved for another request is forgotten: a load will bring it.
  @inlinable
  mutating func fold(into value: Value?, of request: Request?) -> Value? {
    var value = value
    var kept: [Edit] = []
    for edit in edits {
      let isOnTop = kept.contains { $0.isOf(request) }
      switch (edit.savedAfter, edit.isOf(request)) {
      case (nil, _): kept.append(edit)
      case (_?, true) where isOnTop: kept.append(edit)
      case (_?, true): value.modify(edit.change)
      case (_?, false): break
      }
    }
    edits = kept
    return value
  }
}

/// The name of an edit: which mutation writes it, and which of its writes that is.
@usableFromInline
struct LoadEditID: Hashable, Sendable {
  let mutation: UInt
  let write: UInt
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
