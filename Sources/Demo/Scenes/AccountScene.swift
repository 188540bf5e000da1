import ReactiveLoadable

extension Scene {
  static let account = Scene(
    name: "account",
    title: "The account: loaded once, then pulled to refresh",
    shows: """
      The screen appears, disappears and appears again: one request. A pull loads the next revision \
      while the old rows stay. A pull that fails keeps the rows next to the error.
      """
  ) { context in
    let (server, account) = (context.server, Loader(policy: .api, context.api.account))
    let shown = context.timeline(account.states)
    await server.disturb(.delay(.milliseconds(80)), path: "/account")
    return [
      Step("Loading the account") {
        await account.loadIfNeeded().outcome()
        await account.loadIfNeeded().outcome()
        let requests = await server.requestCount("/account")
        return [
          .line("Appeared, disappeared, appeared again: \(requests) request"),
          expect("Requests", requests, is: 1).proves("Two visits make one request."),
        ]
      },
      Step("Refreshing the account") {
        await account.refresh().outcome()
        await server.disturb(.status(500), path: "/account", times: 1)
        await account.refresh().outcome()
        await shown.catchesUp(with: account.states)
        let claim = "The rows of a revision stay until the next one is loaded, and after a failure."
        return accountTable(shown.states) + [.blank] + shown.blocks("Screen states", accountMark)
          + [shown.draws("nl1r2rF", accountMark).proves(claim)]
      },
    ]
  }
}

private typealias AccountState = Loadable<Account, APIError>

private func accountMark(_ state: AccountState) -> StateMark {
  state.mark { StateMark(String($0.revision), "revision \($0.revision)") }
}

private func accountTable(_ states: [AccountState]) -> [Block] {
  let accounts = states.compactMap(\.value)
  guard let old = accounts.first, let new = accounts.last else { return [] }
  let rows = zip(old.saved, new.saved).prefix(5).map {
    [$0.title, String($0.unplayed), String($1.unplayed)]
  }
  let error = states.last?.error?.description ?? "no error"
  return [
    .line("\(old.name), before and after the pull", .bold),
    .table(
      [
        "Saved podcast", .right("Unplayed, revision \(old.revision)"),
        .right("revision \(new.revision)"),
      ],
      rows
    ),
    .line("The second pull: \(error)"),
    .line("The screen still shows \(new.saved.count) rows of revision \(new.revision)."),
  ]
}
