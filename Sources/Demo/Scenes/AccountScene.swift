import ReactiveLoadable

/// The account list: loaded once across appear, leave and return, then pulled to refresh.
struct AccountScene: Scene {
  typealias State = Loadable<Account, APIError>

  let name = "account"
  let title = "The account: loaded once, then pulled to refresh"
  let shows = """
    The screen appears, is left and appears again: one request. A pull brings the next revision \
    while the old rows stay; a pull that fails leaves them beside the error.
    """

  func run(in context: SceneContext) async -> SceneResult {
    await context.server.disturb(.delay(.milliseconds(80)), path: "/account")
    let model = AccountModel(fetch: context.api.account)
    let shown = StateTimeline(model.states, clock: context.clock)
    let (server, console) = (context.server, context.console)

    let visits = await console.working("Loading the account") {
      let visits = await visit(model, server)
      await model.pullToRefresh()
      await server.disturb(.status(500), path: "/account", times: 1)
      await model.pullToRefresh()
      await shown.catchesUp(with: model.states)
      return visits
    }
    console.line("Appeared, left, appeared again: \(visits.requests) request")
    report(shown, to: console)
    return visits.result.and(check(shown))
  }

  /// Appears, leaves and returns; reached if that made one request.
  @MainActor
  private func visit(
    _ model: AccountModel,
    _ server: DemoServer
  ) async -> (requests: Int, result: SceneResult) {
    await model.appear()
    let second = await model.appear()
    let requests = await server.requestCount("/account")
    let result = SceneResult.check("Requests of two visits", requests, is: 1)
    return (requests, result.and(.check("The second visit", second, is: .skipped(.fresh))))
  }

  @MainActor
  private func check(_ shown: StateTimeline<State>) -> SceneResult {
    let accounts = shown.states.compactMap(\.value)
    guard accounts.map(\.revision) == [1, 2] else {
      return .missed("The revisions: expected [1, 2]; there were \(accounts.map(\.revision)).")
    }
    let (old, new) = (accounts[0], accounts[1])
    return shown.result(
      of: "The account",
      expecting: [
        .notRequested, .loading, .loaded(old), .loading(previous: old), .loaded(new),
        .loading(previous: new), .failed(.status(500), previous: new, cause: .refresh),
      ],
      Self.mark
    )
  }
}

extension AccountScene {
  /// The mark of a state; a loaded one is its revision.
  static func mark(_ state: State) -> StateMark {
    state.mark { StateMark(String($0.revision), "revision \($0.revision)") }
  }

  @MainActor
  private func report(_ shown: StateTimeline<State>, to console: Console) {
    let accounts = shown.states.compactMap(\.value)
    if let first = accounts.first, let last = accounts.last {
      console.line("\(first.name), before and after the pull", style: .bold)
      console.table(Self.table(first, last))
    }
    if let failed = shown.states.last?.error { console.line("Then the second pull: \(failed)") }
    if let rows = shown.states.last?.latest {
      console.line("On the screen beside it: \(rows.saved.count) rows of revision \(rows.revision)")
    }
    console.line()
    shown.write(to: console, heading: "What the screen showed", Self.mark)
  }

  private static func table(_ old: Account, _ new: Account) -> TextTable {
    let columns = [
      TextTable.Column("Saved podcast"),
      TextTable.Column("Unplayed, revision \(old.revision)", isTrailing: true),
      TextTable.Column("revision \(new.revision)", isTrailing: true),
    ]
    let rows = zip(old.saved, new.saved).prefix(5)
    return TextTable(
      columns,
      rows: rows.map { [$0.title, String($0.unplayed), String($1.unplayed)] }
    )
  }
}
