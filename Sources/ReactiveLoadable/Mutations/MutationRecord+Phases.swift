extension MutationRecord {
  var isWaiting: Bool {
    if case .waiting = state { true } else { false }
  }

  var isAtWork: Bool {
    switch state {
    case .running, .stopping: true
    case .waiting, .ended: false
    }
  }
}
