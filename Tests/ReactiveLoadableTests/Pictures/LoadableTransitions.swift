import ReactiveLoadable

@testable import ReactiveLoading

/// The transitions between the four cases of `Loadable`, found by exploring the loader's machine.
struct LoadableTransitions {
  enum Case: String, CaseIterable {
    case notRequested = "not requested"
    case loading, loaded, failed
  }

  struct Edge: Hashable {
    let from, to: Case
  }

  /// The events of each change of the case, and of each event that leaves the case unchanged.
  private(set) var events: [Edge: Set<String>] = [:]
  private(set) var broken: [String] = []

  /// - Parameters:
  ///   - policies: The policies of the explored machines.
  ///   - depth: The number of consecutive events.
  init(_ policies: [LoadPolicy], depth: Int) {
    for policy in policies { explore(LoadWorld(policy), depth) }
  }

  private mutating func explore(_ world: LoadWorld, _ depth: Int) {
    guard depth > 0 else { return }
    for step in world.possibleSteps {
      var next = world
      next.take(step)
      if let law = next.broken { broken.append(law) }
      if case .event(let event) = step, var name = event.name {
        let edge = Edge(from: Case(world.machine.state), to: Case(next.machine.state))
        if name == "failure", edge.to == .loading { name = "failure before a retry" }
        // An event that does nothing is no transition.
        let isTransition = edge.from != edge.to || next.machine.publishes
        if isTransition { events[edge, default: []].insert(name) }
      }
      explore(next, depth - 1)
    }
  }
}

extension LoadableTransitions.Case {
  fileprivate init(_ state: LoadWorld.State) {
    self =
      switch state {
      case .notRequested: .notRequested
      case .loading: .loading
      case .loaded: .loaded
      case .failed: .failed
      }
  }
}

extension LoadWorld.Machine.Event {
  /// The word of the picture; nil for events that never change the case, and for those of records.
  fileprivate var name: String? {
    switch self {
    case .intent(let intent): String("\(intent)".prefix { $0.isLetter })
    case .cancelLoad, .work(.threwCancellation), .work(.timedOut(_, nil)): "cancel"
    case .work(.succeeded): "success"
    case .work(.failed): "failure"
    case .work(.timedOut): "timeout"
    case .work(.reported(_, .value)): "partial value"
    case .work(.reported(_, .progress)): "progress"
    case .work(.delayElapsed), .started, .restored, .edited, .close: nil
    }
  }
}
