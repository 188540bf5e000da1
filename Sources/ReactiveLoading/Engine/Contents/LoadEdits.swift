/// The edits of the value of a ``Loader``: optimistic updates before their writes succeed, and
/// those of other sources during a load.
///
/// A stack: each change is applied to the result of those below it, starting with the confirmed
/// value. A saved change applies to every value that was requested before it was saved. It becomes
/// part of the confirmed value as soon as no load is in flight and no unsaved edit is below it. An
/// edit of another source is saved from the start. See
/// <doc:EditingContract#L12-Optimistic-edits> and <doc:LiveUpdates#L16-Edits>.
///
/// The visible value with its edits is kept, and one more edit changes it. It is made again after a
/// rollback, after a confirmation that is another change, and over a new value.
struct LoadEdits: Sendable {
  typealias ID = LoadEditID
  typealias Step = EditStep

  /// A value with the edits at the bottom of the stack.
  struct Fold: Sendable {
    /// The value below the edits, which was requested or set at a ticket.
    fileprivate(set) var base: LoadedValue
    let asOf: UInt
    /// The value with the edits.
    fileprivate(set) var value: AnyBox
    /// The number of edits that it contains or that do not apply to it.
    fileprivate(set) var count = 0

    fileprivate func isOf(_ value: LoadedValue, _ ticket: UInt) -> Bool {
      base.value === value.value && asOf == ticket
    }
  }

  private(set) var stack = EditStack<LoadEdit>()
  /// The ends of edits that arrived before the edits, because threads deliver steps in any order.
  private(set) var earlyResults: [ID: EditResult] = [:]
  /// The unsaved edits that a reset dropped, and the refused ones.
  private(set) var discarded: Set<ID> = []
  /// The visible value with its edits; `nil` if it must be made again.
  private var folded: Fold?
  /// The ticket of the confirmed value, if every saved edit applies to it and has an unsaved edit
  /// below it.
  private var settledAsOf: UInt?

  /// True if no edit, and no end of a later edit, is stored.
  var isUnused: Bool { stack.isEmpty && earlyResults.isEmpty && discarded.isEmpty }

  /// Forgets the ends of edits that have not arrived, and never will, as all steps are in order.
  mutating func forgetEarlyEnds() { earlyResults = [:] }

  /// True if the write of an edit is in flight.
  var hasUnsaved: Bool { stack.all.contains { $0.savedAfter == nil } }
}

// MARK: The visible value

extension LoadEdits {
  /// Returns a value that was requested at a ticket, with all edits that it does not contain yet.
  func applied(to value: LoadedValue, asOf ticket: UInt) -> Fold {
    var fold = Fold(base: value, asOf: ticket, value: value.value)
    if let folded, folded.isOf(value, ticket) { fold = folded }
    if fold.count == stack.count { return fold }
    let edits = stack.edits(from: fold.count, applyingTo: value, asOf: ticket)
    if let editor = edits.last?.editor { fold.value = editor.applied(edits, to: fold.value) }
    fold.count = stack.count
    return fold
  }

  /// Keeps the visible value with its edits.
  mutating func fold(over value: LoadedValue, asOf ticket: UInt) {
    folded = applied(to: value, asOf: ticket)
  }

  /// Updates the kept value after an edit was inserted (1), has changed (0) or was removed (-1).
  private mutating func updateFold(at position: Int, _ edit: LoadEdit, _ difference: Int) {
    guard let fold = folded, position < fold.count else { return }
    if edit.applies(to: fold.base, asOf: fold.asOf) {
      folded = nil
    } else {
      folded?.count += difference
    }
  }
}

// MARK: Steps

extension LoadEdits {
  /// Performs steps and returns whether the visible value may have changed.
  ///
  /// `request` is the request of the visible value, `ticket` is the newest ticket.
  mutating func apply(
    _ steps: [Step],
    of request: AnyBox?,
    after ticket: UInt,
    isLoading: Bool
  ) -> Bool {
    if isLoading { settledAsOf = nil }
    var changes = false
    for step in steps {
      let hasChanged =
        switch step {
        case .shown(let id, let editor, let input):
          show(LoadEdit(id, editor, input, of: request), after: ticket)
        case .refused(let id): refuse(id)
        case .ended(let id, let result): finish(id, result, of: request, after: ticket)
        case .made(let editor, let own):
          append(LoadEdit(madeBy: editor, of: own ?? request, after: ticket), over: request)
        }
      changes = changes || hasChanged
    }
    return changes
  }

  private mutating func show(_ edit: LoadEdit, after ticket: UInt) -> Bool {
    var edit = edit
    if let result = earlyResults.removeValue(forKey: edit.id) {
      guard let ended = edit.ended(result, after: ticket) else { return false }
      (edit, settledAsOf) = (ended, nil)
    }
    let position = stack.insertionPosition(of: edit.id)
    stack.insert(edit, at: position)
    updateFold(at: position, edit, 1)
    return true
  }

  private mutating func append(_ edit: LoadEdit, over request: AnyBox?) -> Bool {
    stack.insert(edit, at: stack.count)
    let isShown = edit.matches(request)
    if !isShown { settledAsOf = nil }
    return isShown
  }

  private mutating func refuse(_ id: ID) -> Bool {
    if earlyResults.removeValue(forKey: id) == nil { discarded.insert(id) }
    return false
  }

  private mutating func finish(
    _ id: ID,
    _ result: EditResult,
    of request: AnyBox?,
    after ticket: UInt
  ) -> Bool {
    guard let position = stack.position(of: id) else {
      if discarded.remove(id) == nil { earlyResults[id] = result }
      return false
    }
    let edit = stack[position]
    let isShown = edit.matches(request)
    if !isShown { settledAsOf = nil }
    guard let saved = edit.ended(result, after: ticket) else {
      stack.remove(at: position)
      updateFold(at: position, edit, -1)
      return isShown
    }
    stack[position] = saved
    if saved.output == nil { return false }
    updateFold(at: position, saved, 0)
    return isShown
  }

  mutating func removeAll() {
    for edit in stack.all where edit.savedAfter == nil { discarded.insert(edit.id) }
    (stack, folded, settledAsOf) = (EditStack<LoadEdit>(), nil, nil)
  }
}

// MARK: Confirming

extension LoadEdits {
  /// Applies saved edits without an unsaved edit below them to the confirmed value; returns its new
  /// value, `nil` if it stays.
  ///
  /// Called while no load runs. Edits that the value already contains, and saved edits of other
  /// requests, are dropped: a load will return them.
  mutating func settle(into value: LoadedValue?, asOf ticket: UInt?) -> AnyBox? {
    guard let value, let ticket else {
      removeSaved()
      return nil
    }
    let (saved, leaving, hasRemaining) = foldable(into: value, asOf: ticket)
    var new: AnyBox?
    if let editor = saved.last?.editor {
      if !hasRemaining, let folded, folded.isOf(value, ticket), folded.count == stack.count {
        new = folded.value
      } else {
        new = editor.applied(saved, to: value.value)
      }
    }
    remove(leaving, from: value, ticket, to: new ?? value.value)
    settledAsOf = ticket
    return new
  }

  /// Returns the edits to apply to the confirmed value, the positions of those that leave the
  /// stack, and whether an edit that changes the value remains.
  private func foldable(
    into value: LoadedValue,
    asOf ticket: UInt
  ) -> (saved: [LoadEdit], leaving: [Int], hasRemaining: Bool) {
    var (saved, leaving, hasRemaining) = ([LoadEdit](), [Int](), false)
    for (position, edit) in stack.all.enumerated() {
      // All saved edits above it remain, too.
      if hasRemaining, settledAsOf == ticket { break }
      let isShown = edit.applies(to: value, asOf: ticket)
      if edit.savedAfter == nil || isShown && hasRemaining {
        hasRemaining = hasRemaining || isShown
      } else {
        leaving.append(position)
        if isShown { saved.append(edit) }
      }
    }
    return (saved, leaving, hasRemaining)
  }

  /// Removes edits that a new confirmed value contains, or that are dropped.
  private mutating func remove(
    _ positions: [Int],
    from value: LoadedValue,
    _ ticket: UInt,
    to new: AnyBox
  ) {
    guard let last = positions.last else { return }
    for position in positions.reversed() { stack.remove(at: position) }
    guard var fold = folded, fold.isOf(value, ticket), last < fold.count else {
      return folded = nil
    }
    // It contains the removed edits, as the new value does.
    fold.base = LoadedValue(new, of: value.request)
    fold.count -= positions.count
    folded = fold
  }

  private mutating func removeSaved() {
    for (position, edit) in stack.all.enumerated().reversed() where edit.savedAfter != nil {
      stack.remove(at: position)
    }
    (folded, settledAsOf) = (nil, nil)
  }
}
