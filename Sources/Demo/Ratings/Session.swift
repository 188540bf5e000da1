import ReactiveLoadable
import ReactiveResources

/// The session of the current user: a sign-in sets the credentials, and a 401 renews them.
final class Session: Sendable {
  /// The fields of every request; their load is the renewal.
  let credentials: ValueLoader<HTTPFields>
  let signIn: Mutation<String, Credentials, LoadError>

  init(_ api: RatingsAPI) {
    // An app keeps it in the keychain.
    let refreshToken = BehaviorRelay("")
    let credentials: ValueLoader<HTTPFields> = Loader(policy: LoadPolicy(name: "credentials")) {
      let new = try await api.renew(refreshToken.value)
      refreshToken.accept(new.refresh)
      return new.fields
    }
    self.credentials = credentials
    signIn = Mutation(policy: MutationPolicy(overlap: .ignore, name: "sign-in")) { user in
      let new = try await api.signIn(user)
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
