import CMarbleHooks

/// The actors of a run.
///
/// What waits for an actor does not come to the hooks as the job of a task: the actor comes, when it
/// has something to do. So the work that another thread gives it is known by the actor.
struct ActorLedger {
  private var actors: Set<UnsafeMutableRawPointer> = []
  /// How many of them another run had when they were first seen.
  private(set) var shared = 0

  /// Takes down the actor that a job belongs to.
  mutating func enter(_ job: Job, _ inbox: Inbox) {
    guard let actor = job.actor, actors.insert(actor).inserted else { return }
    CMarbleKeepMemory(actor)
    if !Registry.shared.add(actor, to: inbox) { shared += 1 }
  }

  mutating func removeAll(of inbox: Inbox) {
    Registry.shared.remove(actors, of: inbox)
    for actor in actors { CMarbleReleaseMemory(actor) }
    actors = []
  }
}
