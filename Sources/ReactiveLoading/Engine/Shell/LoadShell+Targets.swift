import ReactiveRelays

// The edits of writes that edit other storages, too.

extension LoadShell: EditedStorage {
  package final var refusesEdits: Bool { locked { isReentrant } }

  package final func guardingEdits(_ body: () -> Void) { guardingReentrancy(body) }

  package final func draft(_ steps: [EditStep]) -> any EditDraft { LoadEditDraft(steps, of: self) }
}

/// The steps of edits on a copy of the state of a loader, and their publication.
private final class LoadEditDraft: EditDraft {
  private let shell: LoadShell
  private var draft: LoadShell.Draft
  private let events: LoadEventQueue?
  private let time: Duration
  private var delivery: (() -> Void)?

  init(_ steps: [EditStep], of shell: LoadShell) {
    self.shell = shell
    events = shell.observedEvents
    time = events?.now ?? .zero
    draft = LoadShell.Draft(of: shell.locked { shell.state })
    let decision = draft.state.machine.edit(steps)
    shell.complete(&draft, decision, steps, isObserved: events != nil)
  }

  var isCurrent: Bool { shell.state.version == draft.version }

  func commit() {
    let isChange = draft.change.action.isChange
    shell.accept(&draft, isChange: isChange, LoadSlots.Payload(), events, at: time)
    if let published = draft.published { delivery = shell.commitLocked(published) }
  }

  func report() {
    shell.report(&draft.change)
    events?.deliver()
  }

  func deliver() {
    delivery?()
    if !draft.deferredSteps.isEmpty { shell.edit(draft.deferredSteps) }
  }
}
