// The visible value of an embedded load, and its edits: those of writes, and changes in place.

extension EmbeddedLoad {
  /// The visible value, its request, and a number that identifies the value.
  package var shown: VisibleValue<Request, Value>? {
    guard let confirmed else { return nil }
    guard machine.edits != nil, let edited = machine.shownValue else { return confirmed }
    return VisibleValue(LoadedValue(edited, of: confirmed.loaded.request), number: number)
  }

  /// The visible value without its edits.
  package var confirmed: VisibleValue<Request, Value>? {
    machine.slots.shown(machine.core.shown).map { VisibleValue($0, number: number) }
  }

  /// Changes the visible value in place; returns `nil` if there is no visible value.
  ///
  /// An edit is saved, if the values are. The change that a policy inside the value needs is none.
  /// With edits of writes in flight, it changes the confirmed value below them. Its result is that
  /// for the visible value, so that `body` runs twice, unless `seesEdits` is false.
  package mutating func change<R>(
    isEdit: Bool = true,
    seesEdits: Bool = true,
    _ body: (inout Value) throws -> R
  ) rethrows -> R? {
    guard let shown = machine.slots.shown(machine.core.shown) else { return nil }
    let box = shown.value.assumed(of: Value.self)
    var visibleResult: R?
    if seesEdits, machine.edits != nil, let visible = machine.shownValue {
      var value = visible.assumed(of: Value.self).value
      visibleResult = try body(&value)
    }
    var value = box.value
    let result = try body(&value)
    let edited = box.edited(value)
    machine.slots.replace(machine.core.shown, by: LoadedValue(edited, of: shown.request))
    markChanged()
    if isEdit, saving != nil { recordEdit(of: box, to: edited) }
    keepEditedValue()
    return visibleResult ?? result
  }
}

// MARK: Edits of writes

extension EmbeddedLoad {
  /// True if the value, or one that arrives, has edits of writes.
  package var hasEdits: Bool { machine.edits != nil }

  /// Performs steps of the edits of writes, except the ends of unknown ones.
  package mutating func edit(_ steps: [EditStep]) {
    let before = machine
    _ = machine.edit(steps)
    machine.forgetEarlyEnds()
    keepEditedValue()
    markChanged()
    if saving != nil { recordSavedEdits(since: before) }
  }

  /// Keeps the visible value with its edits, so that they need not run again for each reader.
  mutating func keepEditedValue() { if machine.edits != nil { machine.foldEdits() } }
}

/// The visible value of an ``EmbeddedLoad``.
package struct VisibleValue<Request: Hashable & Sendable, Value: Sendable>: Sendable {
  fileprivate let loaded: LoadedValue
  /// A number that changes with the next value, but not when the value is edited.
  package let number: UInt

  fileprivate init(_ loaded: LoadedValue, number: UInt) {
    self.loaded = loaded
    self.number = number
  }

  package var value: Value { loaded.value.assumed(of: Value.self).value }

  /// The request of the value; `nil` if it belongs to none.
  package var request: Request? {
    loaded.request?.assumed(of: Request.self).value ?? NoRequest() as? Request
  }
}
