extension PagedStateMachine {
  /// A load of a list that runs: a first page, a refresh, or a deep refresh.
  struct Run: Sendable {
    /// The ticket by which its handles know it.
    let load: Ticket
    var plan: Plan
    var fetch: PageFetch
    /// What a cancel goes back to.
    var settled: Settled
    /// Whether the list that was there goes on being shown.
    let showsSettled: Bool
    var shown: Listing? { showsSettled ? settled.listing : nil }

    var loading: Loading<PagedList<Key, Item, Failure>> {
      Loading(
        previous: shown?.list,
        cause: plan.cause,
        attempt: fetch.retries,
        progress: plan.progress
      )
    }
  }
}
