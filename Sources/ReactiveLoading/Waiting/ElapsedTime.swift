/// The time since the creation of this value, on any clock.
@usableFromInline
package struct ElapsedTime: Sendable {
  @usableFromInline package let now: @Sendable () -> Duration

  package init(on clock: some Clock<Duration>) {
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }
}
