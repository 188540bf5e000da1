// The values: facts about them, and their moves.

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
  var deepensInPlace: Bool { running?.request.request == values?.firstRequest?.request }

  /// Applies an edit to the settled list; returns the number of its items if it has changed.
  func editSettled(_ edit: ListEdit<Item>) -> Int? {
    guard let edited = values?.edited(edit) else { return nil }
    values = edited
    return edited.items.count
  }

  /// Applies an edit to the cached lists that contain the item; returns their keys and new counts.
  ///
  /// An insertion has no effect there.
  func editRecent(_ edit: ListEdit<Item>) -> [(key: PagingCore.KeyNumber, count: Int)] {
    if case .insert = edit { return [] }
    var changes: [(key: PagingCore.KeyNumber, count: Int)] = []
    for index in recent.indices {
      guard let edited = recent[index].edited(edit) else { continue }
      recent[index] = edited
      changes.append((edited.key.number, edited.items.count))
    }
    return changes
  }

  /// Applies another window, including to the running load.
  func keep(_ window: Int?) {
    if let before = values {
      let kept = Values(copying: before)
      kept.keep(window)
      values = kept
    }
    changePlan { $0.keep(window) }
  }

  /// Changes a copy of the plan of the running load.
  func changePlan(_ change: (Plan) -> Void) {
    guard let plan = running.map(Plan.init(copying:)) else { return }
    change(plan)
    running = plan
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
    case .deepen: if let values { changePlan { $0.deepen(values) } }
    case .startOver(let isDeep): changePlan { $0.startOver(with: isDeep ? values : nil) }
    case .ask: changePlan { $0.ask() }
    case .failList(let keepsList):
      (failed, running, self.error) = (running, nil, error)
      if !keepsList { values = nil }
    case .fail(let end, let fault):
      setError(fault.map { Box(setup.failure($0)) } ?? error, at: end)
    case .land: (values, running, failed) = (running?.draft, nil, nil)
    case .clear: (values, failed) = (nil, nil)
    }
  }

  private func setError(_ error: Box<Failure>?, at end: ListEnd) {
    guard let before = values else { return }
    let values = Values(copying: before)
    values[error: end] = error
    self.values = values
  }

  /// Releases the values that the core does not use.
  func releaseUnused() {
    if running != nil, core.runningPlan == nil { running = nil }
    if failed == nil { error = nil }
    if let values, values.hasErrors, let list = core.list {
      for end in ListEnd.allCases where list[end].rest != .failed { setError(nil, at: end) }
    }
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
