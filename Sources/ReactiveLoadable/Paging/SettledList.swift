extension PagedStateMachine {
  /// The state of a list that is not being loaded, whatever goes on at its ends.
  indirect enum Settled: Sendable {
    case notRequested
    case listed(Listing)
    /// A load has failed; what shows may be the list of another key.
    case failed(Failure, Plan, over: Listing?)

    var state: Loadable<PagedList<Key, Item, Failure>, Failure> {
      switch self {
      case .notRequested: .notRequested
      case .listed(let listing): .loaded(listing.list)
      case .failed(let error, let plan, let listing):
        .failed(Failed(error: error, previous: listing?.list, cause: plan.cause))
      }
    }

    /// What was asked for last.
    var key: Key? {
      switch self {
      case .notRequested: nil
      case .listed(let listing): listing.key
      case .failed(_, let plan, _): plan.key
      }
    }

    var listing: Listing? {
      get {
        switch self {
        case .notRequested: nil
        case .listed(let listing): listing
        case .failed(_, _, let listing): listing
        }
      }
      set {
        switch self {
        case .notRequested: break
        case .listed: if let newValue { self = .listed(newValue) }
        case .failed(let error, let plan, _): self = .failed(error, plan, over: newValue)
        }
      }
    }

    /// The plan of a load that has failed when a part of the list had come, which a retry goes on with.
    var draftedPlan: Plan? {
      get {
        guard case .failed(_, let plan, _) = self, plan.draft != nil else { return nil }
        return plan
      }
      set {
        guard let newValue, case .failed(let error, _, let listing) = self else { return }
        self = .failed(error, newValue, over: listing)
      }
    }

    /// The list of a key, if it is there.
    func listing(of key: Key) -> Listing? {
      listing.flatMap { $0.key == key ? $0 : nil }
    }
  }
}
