/// The time since this was made, on any clock.
@usableFromInline
struct ElapsedTime: Sendable {
  @usableFromInline let now: @Sendable () -> Duration

  init(on clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }
}
