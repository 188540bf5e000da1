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

    let results = await console.working("Loading the account") {
      let visits = await visit(model, server)
      await model.pullToRefresh()
      write(model.states.value, to: console)
      await server.disturb(.status(500), path: "/account", times: 1)
      await model.pullToRefresh()
      return visits
    }
    console.line("The second pull failed, and the rows are still there:")
    write(model.states.value, to: console)
    console.line()
    shown.write(to: console, heading: "What the screen showed", Self.mark)
    return results.and(check(shown))
  }

  /// Appears, leaves and returns; reached if that made one request.
  @MainActor
  private func visit(_ model: AccountModel, _ server: DemoServer) async -> SceneResult {
    await model.appear()
    let second = await model.appear()
    return SceneResult
      .check("Requests of two visits", await server.requestCount("/account"), is: 1)
      .and(.check("The second visit", second, is: .notNeeded))
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

  private func write(_ state: State, to console: Console) {
    guard let account = state.latest else { return }
    console.line("\(account.name), revision \(account.revision)", style: .bold)
    if let error = state.error { console.line(error.description, style: .bad) }
    let columns: [TextTable.Column] = [.init("Saved podcast"), .init("Unplayed", isTrailing: true)]
    console.table(
      TextTable(columns, rows: account.saved.prefix(4).map { [$0.title, String($0.unplayed)] })
    )
    console.line()
  }
}
