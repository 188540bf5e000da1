import ReactiveLoadable

/// The loader of credentials, without their type.
struct CredentialsSource: Sendable {
  /// A user, for whom the credentials are loaded until the next reset.
  typealias User = UInt

  private let loader: any AnyObject & Sendable
  private let shell: LoadShell

  init<Credentials, Failure>(_ loader: Loader<NoRequest, Credentials, Failure>) {
    // The loader is retained, because its end closes the shell.
    (self.loader, shell) = (loader, loader.storage)
  }

  /// The current user.
  var user: User { shell.renewable.resets }

  /// Throws a `CancellationError` if the user has signed out.
  func check(_ user: User) throws { if self.user != user { throw CancellationError() } }

  /// Returns the credentials of a user, which are loaded unless they are fresh.
  ///
  /// The result is `nil` on the task of the load function, which would wait for itself.
  func credentials(of user: User) async throws -> AnyBox? {
    while true {
      let started = shell.renew(nil, after: user)
      if let load = started.load {
        if load.isCurrentTask { return nil }
        switch try await end(of: load) {
        case .loaded: break
        case .replaced: continue
        case .cancelled, .failed, .skipped: throw CancellationError()
        }
      }
      let now = shell.renewable
      guard now.resets == user, let value = now.value else { throw CancellationError() }
      return value
    }
  }

  /// Returns the credentials that replace rejected ones, after a renewal unless there are newer.
  ///
  /// The result is `nil` after a cancelled renewal.
  func credentials(of user: User, replacing rejected: AnyBox) async throws -> AnyBox? {
    while true {
      let now = shell.renewable
      guard now.resets == user else { throw CancellationError() }
      if let value = now.value, value !== rejected { return value }
      if let failure = now.failure { throw unauthorized(failure) }
      guard let load = shell.renew(rejected, after: user).load else { continue }
      switch try await end(of: load) {
      case .loaded, .replaced: continue
      case .cancelled, .failed, .skipped:
        try check(user)
        return nil
      }
    }
  }

  /// Waits for a load; throws its error, or a `CancellationError` if this task is cancelled.
  private func end(of load: RunningLoad) async throws -> AnyLoadOutcome.Kind {
    guard let end = await load.outcome(whenCancelled: .stopWaiting) else {
      throw CancellationError()
    }
    if end.kind == .failed { throw unauthorized(end.failure) }
    return end.kind
  }

  private func unauthorized(_ failure: AnyBox?) -> ResourceError {
    .unauthorized(LoadError(HTTPRedaction.error(failure.anyError.thrown)))
  }
}
