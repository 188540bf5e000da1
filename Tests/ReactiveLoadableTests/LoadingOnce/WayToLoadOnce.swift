import LoadableTesting
import ReactiveLoadable

/// A screen of the article, as its tests use it.
@MainActor
struct LoadingScreen {
  typealias Appear = @isolated(any) @Sendable () async throws -> Void

  let appear: Appear
  let rows: () -> [String]?
  /// The function that reloads the rows, if the screen has one.
  var refresh: (name: String, run: @MainActor () async throws -> Void)?
  /// The drawn state, if the screen has one.
  var state: (() -> LoadState<[String]>)?
}

/// One of the five ways to load once.
struct WayToLoadOnce: Sendable {
  let name: String
  let makeScreen: @MainActor @Sendable (MarbleClock?, @escaping LoadRows) -> LoadingScreen

  static let all = [
    WayToLoadOnce(name: "flag") { _, load in
      let screen = FlagScreen(load: load)
      return LoadingScreen(appear: screen.appear, rows: { screen.rows })
    },
    WayToLoadOnce(name: "exchange") { _, load in
      let screen = ExchangeScreen(load: load)
      return LoadingScreen(appear: { try await screen.appear() }, rows: { screen.rows.value })
    },
    WayToLoadOnce(name: "once token") { _, load in
      let screen = OnceScreen(load: load)
      return LoadingScreen(
        appear: { try await screen.appear() },
        rows: { screen.rows.value },
        refresh: ("`reset()`", { try await screen.refresh() })
      )
    },
    WayToLoadOnce(name: "lazy value") { _, load in
      let screen = LazyScreen(load: load)
      return LoadingScreen(appear: screen.appear, rows: { screen.rows })
    },
    WayToLoadOnce(name: "state") { clock, load in
      let screen = StateScreen(policy: aMinute(on: clock), load: load)
      let loader = screen.model.loader
      return LoadingScreen(
        appear: { await loader.loadIfNeeded().outcome() },
        rows: { screen.model.state.latest },
        refresh: ("`refresh()`", { await screen.model.refresh() }),
        state: { screen.model.state }
      )
    },
  ]

  /// The flag and the exchange, each reset in a `catch`.
  static let reset = [
    WayToLoadOnce(name: "flag, reset") { _, load in
      let screen = FlagScreen(load: load)
      return LoadingScreen(appear: screen.appearResettingTheFlag, rows: { screen.rows })
    },
    WayToLoadOnce(name: "exchange, reset") { _, load in
      let screen = ExchangeScreen(load: load)
      return LoadingScreen(
        appear: { try await screen.appearResettingTheFlag() },
        rows: { screen.rows.value }
      )
    },
  ]

  static let runningTask = WayToLoadOnce(name: "running task") { _, load in
    let screen = RunningTaskScreen(load: load)
    return LoadingScreen(appear: screen.appear, rows: { screen.rows })
  }
}

private func aMinute(on clock: MarbleClock?) -> LoadPolicy {
  guard let clock else { return LoadPolicy() }
  return LoadPolicy(freshness: .lasting(.seconds(60)), clock: clock)
}
