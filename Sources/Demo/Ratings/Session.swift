import ReactiveLoadable
import ReactiveResources

/// The session of the current user: a sign-in sets the credentials, and a 401 renews them.
final class Session: Sendable {
  /// The fields of every request; their load is the renewal.
  let credentials: ValueLoader<HTTPFields>
  let signIn: Mutation<String, Credentials, LoadError>

  init(
    signIn: @escaping @Sendable (String) async throws -> Credentials,
    renew: @escaping @Sendable (String) async throws -> Credentials
  ) {
    // An app keeps it in the keychain.
    let refreshToken = BehaviorRelay("")
    let policy = LoadPolicy(name: "credentials")
    let credentials: ValueLoader<HTTPFields> = Loader(policy: policy) {
      let new = try await renew(refreshToken.value)
      refreshToken.accept(new.refresh)
      return new.fields
    }
    self.credentials = credentials
    // A second tap is ignored.
    self.signIn = Mutation(policy: MutationPolicy(overlap: .ignore, name: "sign in")) { user in
      let new = try await signIn(user)
      try Task.checkCancellation()
      refreshToken.accept(new.refresh)
      credentials.set(new.fields)
      return new
    }
  }
}

extension Credentials {
  fileprivate var fields: HTTPFields { ["Authorization": "Bearer \(access)"] }
}
