extension PagedStateMachine {
  /// The state of a list without a load of the list; its ends may load.
  indirect enum Settled: Sendable {
    case notRequested
    case listed(Listing)
    /// A load has failed; the visible list may be that of another key.
    case failed(Failure, Plan, over: Listing?)

    var state: Loadable<PagedList<Key, Item, Failure>, Failure> {
      switch self {
      case .notRequested: .notRequested
      case .listed(let listing): .loaded(listing.list)
      case .failed(let error, let plan, let listing):
        .failed(Failed(error: error, previous: listing?.list, cause: plan.cause))
      }
    }

    /// The key of the last load.
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

    /// The plan of a load that failed after some pages, with which a retry continues.
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

    /// Returns the list if it is that of a key.
    func listing(of key: Key) -> Listing? {
      listing.flatMap { $0.key == key ? $0 : nil }
    }
  }
}
