// The values: facts about them, their edits and their moves.

// MARK: Keys

extension PagedMachine {
  /// Returns the number of a key; equal keys have the same number while any of them is used.
  func number(of key: Key) -> PagingCore.KeyNumber {
    if let number = knownNumber(of: key) { return number }
    lastNumber += 1
    hasUnused = true
    keys.append(NumberedKey(key, lastNumber))
    return lastNumber
  }

  /// Returns the number of a key that is used.
  func knownNumber(of key: Key) -> PagingCore.KeyNumber? { keys.first { $0.key == key }?.number }

  func key(_ number: PagingCore.KeyNumber) -> NumberedKey<Key>? {
    keys.first { $0.number == number }
  }
}

// MARK: Facts

extension PagedMachine {
  /// Adds a page at an end of the settled list, and drops those beyond the window.
  func add(_ page: Values.Page, at end: ListEnd) -> PagingCore.Added? {
    guard let before = values, let request = before.request(at: end) else { return nil }
    let values = Values(copying: before)
    var added = values.take(page, of: request, at: end)
    if let dropped = values.trim(end.other) {
      let trimmed = values.added(at: end)
      (added.count, added.pages) = (trimmed.count, trimmed.pages)
      (added.otherLeadsOn, added.dropped) = (trimmed.otherLeadsOn, dropped)
    }
    self.values = values
    return added
  }

  /// True if the running load has requested the first page of the settled list.
  var deepensInPlace: Bool {
    running?.draft.request(at: .end)?.request == values?.firstRequest?.request
  }

  /// Applies another window, including to the running load.
  func keep(_ window: Int?) {
    if let before = values {
      let kept = Values(copying: before)
      kept.keep(window)
      values = kept
    }
    change(&running) { $0.keep(window) }
  }

  /// Changes a copy of a plan.
  func change(_ plan: inout Plan?, _ body: (Plan) -> Void) {
    guard let before = plan else { return }
    let after = Plan(copying: before)
    body(after)
    plan = after
  }
}

// MARK: Edits

extension PagedMachine {
  func make(_ edit: ListEdit<Item>) {
    var (isInsertion, isRemoval) = (false, false)
    if case .insert = edit { isInsertion = true }
    if case .remove = edit { isRemoval = true }
    /// An insertion affects only the list of the current key.
    func affects(_ key: PagingCore.KeyNumber) -> Bool { !isInsertion || key == core.keyInQuestion }

    for index in recent.indices where !isInsertion {
      guard let edited = recent[index].edited(edit) else { continue }
      recent[index] = edited
      core.edited(edited.key.number, count: edited.items.count)
    }
    if let list = core.list, affects(list.key), let edited = values?.edited(edit) {
      values = edited
      core.edited(count: edited.items.count, isRemoval: isRemoval)
    }
    if core.runningPlan != nil {
      change(&running) { $0.note(edit) }
      core.decision.noteChange()
    }
    if let plan = core.failedPlan, affects(plan.key) {
      change(&failed) { $0.note(edit) }
      core.decision.noteChange()
    }
  }
}

// MARK: Moves

extension PagedMachine {
  /// Moves the values as the core has decided; `error` is the error of the event.
  func apply(_ move: PagingDecision.Move, _ error: Box<Failure>?) {
    if move != .ask { hasUnused = true }
    switch move {
    case .remember: if let values { recent.append(values) }
    case .recall(let key):
      values = recent.last { $0.key.number == key }
      failed = nil
    case .plan(let number, let isDeep):
      guard let key = key(number) else { return }
      let plan = Plan(key, window: core.rules.window)
      if isDeep, let values { plan.deepen(values) }
      running = plan
    case .planAgain: running = failed
    case .deepen: if let values { change(&running) { $0.deepen(values) } }
    case .ask: change(&running) { $0.ask() }
    case .failList(let keepsList):
      (failed, running, self.error) = (running, nil, error)
      if !keepsList { values = nil }
    case .fail(let end, let fault):
      guard let before = values else { return }
      let values = Values(copying: before)
      values[error: end] = fault.map { Box(setup.failure($0)) } ?? error
      self.values = values
    case .land: (values, running, failed) = (running?.draft, nil, nil)
    case .clear: (values, failed) = (nil, nil)
    }
  }

  /// Releases the values that the core does not use.
  func releaseUnused() {
    if running != nil, core.runningPlan == nil { running = nil }
    if failed == nil { error = nil }
    guard hasUnused || recent.count > core.recent.count else { return }
    hasUnused = false
    var kept: [Values] = []
    for list in core.recent {
      if let known = recent.last(where: { $0.key.number == list.key }) { kept.append(known) }
    }
    recent = kept
    let used = [core.list?.key, core.runningPlan?.key, core.settledKey, core.lastKey]
    keys.removeAll { key in
      !used.contains(key.number) && !core.recent.contains { $0.key == key.number }
    }
  }
}
