/// The edits that show over the value of a ``Loader`` before they are saved (contract L12).
///
/// A stack: each change is applied to what those below it made of the confirmed value. A change that
/// was saved stays until a load begun after that has brought it, or becomes part of the confirmed
/// value as soon as no load is under way and nothing unsaved is below it.
@usableFromInline
struct LoadEdits<Request: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Change = @Sendable (inout Value) -> Void
  @usableFromInline typealias ID = UInt

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

  @inlinable
  mutating func add(_ id: ID, to request: Request?, _ change: @escaping Change) {
    edits.append(Edit(id, of: request, change))
  }

  /// Notes that an edit was saved; `attempt` is the newest one to load that there was.
  @inlinable
  mutating func save(_ id: ID, after attempt: UInt, _ change: Change?) {
    guard let index = edits.firstIndex(where: { $0.id == id }) else { return }
    edits[index].savedAfter = attempt
    if let change { edits[index].change = change }
  }

  @inlinable
  mutating func remove(_ id: ID) { edits.removeAll { $0.id == id } }

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

extension Optional {
  @inlinable
  mutating func modify(_ change: (inout Wrapped) -> Void) {
    if var value = self {
      change(&value)
      self = value
    }
  }
}
