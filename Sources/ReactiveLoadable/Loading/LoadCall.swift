/// One call of the work, which reports to the performer without keeping it alive.
@usableFromInline
struct LoadCall<Performer: LoadPerformer>: Sendable {
  @usableFromInline weak var performer: Performer?
  @usableFromInline let work: LoadWork<Performer.Request, Performer.Answer, Performer.Failure>
  @usableFromInline let attempt: LoadAttempt<Performer.Request>
  @usableFromInline let load: RunningLoad<Performer.Value, Performer.Failure>

  @inlinable
  init(_ performer: Performer, _ attempt: Performer.Attempt, for load: Performer.Running) {
    self.performer = performer
    work = performer.work
    self.attempt = attempt
    self.load = load
  }

  /// Calls the work in the current task, unless the attempt is no longer current.
  @inlinable
  func run() async {
    guard load.enter(.work, attempt.ticket) else { return }
    await callWork()
  }

  /// Waits for a turn in a queue and calls the work; the timeout of the attempt starts then.
  @usableFromInline
  func run(at place: QueuePlace) async {
    guard load.enter(.work, attempt.ticket) else { return }
    await place.run { hasWaited in
      if hasWaited { performer?.begins(attempt.ticket) }
      performer?.limit(attempt, load)
      await callWork()
    }
  }

  @inlinable
  func callWork() async {
    do throws(Performer.Failure) {
      let value = try await work.call(
        attempt.request,
        LoadReporter { performer?.hear(.reported(attempt.ticket, $0)) }
      )
      load.leave(.work, attempt.ticket)
      performer?.hear(.succeeded(attempt.ticket, value))
    } catch {
      load.leave(.work, attempt.ticket)
      performer?.fail(attempt.ticket, error)
    }
  }
}
