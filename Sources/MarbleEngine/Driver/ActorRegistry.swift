import CMarbleHooks

/// The actors of a run.
///
/// The hooks receive the job of an actor, not the jobs of the tasks that wait for it. So work that
/// another thread enqueues on an actor is attributed by the actor.
struct ActorRegistry {
  private var actors: Set<UnsafeMutableRawPointer> = []
  /// The number of actors that another run already used when this run first used them.
  private(set) var shared = 0
  /// Receives the jobs of actors, for the probe of their layout.
  var onJob: ((Job) -> Void)?

  mutating func enter(_ job: Job, _ inbox: Inbox) {
    onJob?(job)
    guard let actor = job.actor, actors.insert(actor).inserted else { return }
    CMarbleKeepMemory(actor)
    if !InboxRegistry.shared.add(actor, to: inbox) { shared += 1 }
  }

  mutating func removeAll(of inbox: Inbox) {
    InboxRegistry.shared.remove(actors, of: inbox)
    for actor in actors { CMarbleReleaseMemory(actor) }
    actors = []
  }
}
