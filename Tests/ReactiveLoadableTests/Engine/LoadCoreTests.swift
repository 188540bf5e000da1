import ReactiveLoadable
import Testing

@testable import ReactiveLoading

@Suite struct `The core of a load` {
  @Test func `The core prints its phase, its cause and its states`() {
    var core = LoadCore(LoadPolicy().resolved)
    #expect("\(core)" == "notRequested")
    _ = core.handle(.intent(.load), LoadCore.Comparisons(hasRequest: true))
    #expect("\(core)" == "loading load 1 showing none over notRequested")
    _ = core.handle(.intent(.invalidate), LoadCore.Comparisons())
    #expect("\(core)" == "loading load 1 showing none over notRequested, outdated")
    _ = core.handle(.close, LoadCore.Comparisons())
    #expect("\(core)" == "closed over notRequested")
  }
}
