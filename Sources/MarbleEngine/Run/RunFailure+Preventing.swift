extension RunFailure {
  /// The reason why a run cannot start here; nil if it can.
  ///
  /// `warn` is called before the coverage of this process decides.
  package init?(preventing settings: RunSettings, _ warn: () -> Void) {
    if Driver.current != nil {
      self = .nested
    } else if !Hooks.areInPlace() {
      self = .hookReplaced
    } else {
      warn()
      if let missing = settings.missing(in: settings.coverage ?? .measured) {
        self = .notCovered(missing)
      } else if Hooks.isOnActor {
        self = .onAnActor
      } else {
        return nil
      }
    }
  }
}
