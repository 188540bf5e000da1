import ReactiveLoadable
import ReactiveTimeline

extension Scene {
  static let account = Scene(
    name: "account",
    title: "The account: loaded once, then pulled to refresh",
    shows: """
      The screen appears, disappears and appears again: one request. A pull loads the next revision \
      while the old rows stay. A pull that fails keeps the rows next to the error.
      """
  ) { context in
    let server = context.server
    let recording = context.recording("the account", of: "Loader(policy: .api, fetch)")
    let account = Loader(
      policy: .api,
      recording.recording(context.api.account, as: "fetch", orCancelled: .cancelled)
    )
    let appear = recording.recordingInput({ account.loadIfNeeded() }, as: "loadIfNeeded")
    let pull = recording.recordingInput({ account.refresh() }, as: "refresh")
    recording.record(account.states, as: "states")
    let shown = context.timeline(account.states)
    await server.disturb(.delay(.milliseconds(80)), path: "/account")
    return [
      Step("Loading the account") {
        await context.rest()
        await appear().outcome()
        await context.rest()
        await appear().outcome()
        let requests = await server.requestCount("/account")
        return [
          .line("Appeared, disappeared, appeared again: \(requests) request"),
          expect("Requests", requests, is: 1).proves("Two visits make one request."),
        ]
      },
      Step("Refreshing the account") {
        await context.rest()
        await pull().outcome()
        await server.disturb(.status(500), path: "/account", times: 1)
        await context.rest()
        await pull().outcome()
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
