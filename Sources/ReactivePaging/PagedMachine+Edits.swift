// Changes of the values by clients: edits and another window.

extension PagedMachine {
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
