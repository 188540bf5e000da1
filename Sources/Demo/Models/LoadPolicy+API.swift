import ReactiveLoadable

extension LoadPolicy {
  /// The policy of loaders on the API: a cancelled request is no failure.
  static let api = LoadPolicy { error in
    switch error {
    case let error as APIError: error.isCancellation
    case let error as FeedError: error.isCancellation
    default: false
    }
  }
}
