extension PagedStateMachine {
  /// A running load of a list: a first page, a refresh, or a deep refresh.
  struct Run: Sendable {
    /// The ticket of the load in its handles.
    let load: Ticket
    var plan: Plan
    var fetch: PageFetch
    /// The state after a cancel.
    var settled: Settled
    /// True if the previous list stays visible.
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
