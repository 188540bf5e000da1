import ReactiveLoadable

/// The account: loaded once, however often the screen appears, and brought up to date by a pull.
@MainActor
final class AccountModel {
  private let account: Loader<NoRequest, Account, APIError>

  /// What the screen draws.
  var states: ReadOnlyRelay<Loadable<Account, APIError>> { account.states }

  init(fetch: @escaping @Sendable () async throws(APIError) -> Account) {
    account = Loader(policy: .api, fetch)
  }

  /// Loads unless the account is there or on its way.
  @discardableResult
  func appear() async -> LoadOutcome<Account, APIError> {
    await account.loadIfNeeded().outcome()
  }

  /// Loads again and returns when the answer is there; the rows stay meanwhile.
  @discardableResult
  func pullToRefresh() async -> LoadOutcome<Account, APIError> {
    await account.refresh().outcome()
  }
}
