import ReactiveLoadable

/// The same five taps for any podcast screen, and what the server does to each.
///
/// The first load fails, the second succeeds, the third fails, and the fourth is a double tap
/// whose first request is slow. The server holds its answers back until the screen shows that it
/// loads, so the order of what is seen does not hang on the speed of the machine.
@MainActor
struct TapScript {
  let server: DemoServer
  /// What the screen draws.
  let shown: StateTimeline<Loadable<[Podcast], APIError>>
  let tap: @MainActor () -> Void

  /// How often the screen is tapped.
  static let taps = 5

  /// Plays the script; `joins` says whether the double tap makes one request only.
  func play(joins: Bool) async {
    await answer(failing: true)
    await answer(failing: false)
    await answer(failing: true)
    await doubleTap(joins: joins)
  }

  private func answer(failing: Bool) async {
    let gate = Gate()
    await server.disturb(.hold(gate), path: "/podcasts", times: 1)
    if failing { await server.disturb(.status(500), path: "/podcasts", times: 1) }
    tap()
    await shown.shows(\.isLoading)
    gate.open()
    await shown.shows { !$0.isLoading }
  }

  private func doubleTap(joins: Bool) async {
    let gate = Gate()
    await server.disturb(.hold(gate), path: "/podcasts", times: 1)
    tap()
    await shown.shows(\.isLoading)
    tap()
    // Two requests give two answers: the newer one, then the one that was held back.
    if !joins { await shown.shows { !$0.isLoading } }
    let count = shown.entries.count
    gate.open()
    await shown.reaches(count + 1)
  }
}
