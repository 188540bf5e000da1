extension RunFailure {
  /// The reason why a run cannot start here; nil if it can.
  ///
  /// `warn` is called before the coverage of this process decides.
  package static func preventing(_ settings: RunSettings, _ warn: () -> Void) -> RunFailure? {
    if Driver.current != nil { return .nested }
    if !Hooks.areInPlace() { return .hookReplaced }
    warn()
    let missing = settings.missing(in: settings.coverage ?? .measured)
    return missing.map { .notCovered($0) } ?? (Hooks.isOnActor ? .onAnActor : nil)
  }
}
