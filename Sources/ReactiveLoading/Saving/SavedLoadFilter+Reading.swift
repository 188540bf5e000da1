extension SavedLoadFilter {
  /// Returns the read of the records of the loader.
  package func reading(within timeout: ReadTimeout?) -> AttemptStart.Read {
    { [self] request, ticket, load in
      guard load.mayRead(ticket), mayRead(request, load) else { return }
      let record = await records.record(
        for: records.key(of: request),
        of: request,
        within: timeout
      )
      if let record { recordRestored(record.value) }
      load.send(record.map(marked), readBy: ticket)
    }
  }

  /// Returns whether the loader needs the record: it holds no value of the request.
  ///
  /// No reset waits to remove the record, because the snapshot of the load that reads has arrived.
  private func mayRead(_ request: AnyBox, _ load: RunningLoad) -> Bool {
    guard let shell = load.owner.object as? LoadShell else { return false }
    let (settled, shown) = shell.heldValues
    if let settled, belongs(settled, to: request) { return false }
    if let shown, belongs(shown, to: request) { return false }
    return true
  }
}
