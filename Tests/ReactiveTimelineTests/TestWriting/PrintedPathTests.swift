import LoadableTesting
import ReactiveLoadable
import ReactiveTimeline
import Testing

/// The paths of expectations: a loader, list or mutation is expected by its `states` (K7).
@Suite struct PrintedPathTests {
  private let timeline = Timeline(clock: FrozenClock())
  private let loader = Loader { (_: NoRequest) async throws(SampleFault) in 1 }

  private var test: String { timeline.swiftTest(of: "Model()") }

  @Test func `a loader, a list and a mutation are expected by their states`() {
    let list = PagedLoader { (request: PageRequest<NoRequest, Int>) in
      Page([Item(id: request.key == NoRequest() ? 1 : 2)], next: nil)
    }
    let save = Mutation { (_: Int) async throws(SampleFault) in 1 }
    timeline.record(loader, as: "results")
    timeline.record(list, as: "screen.list")
    timeline.record(save, as: "save")
    for path in ["results.states", "screen.list.states", "save.states"] {
      #expect(test.contains("m.expect(model.\(path), \"n\""), "\(path) is missing in \(test)")
    }
  }

  @Test(arguments: [
    "results.states", "states", "results.states.removeDuplicates()", "states.readOnly",
  ])
  func `a path that has the states is printed as it is`(name: String) {
    timeline.record(loader, as: name)
    #expect(test.contains("m.expect(model.\(name), \"n\""), "\(test)")
  }

  @Test(arguments: ["statesOfLoad", "results.statesView"])
  func `a name that only begins like the states gets them`(name: String) {
    timeline.record(loader, as: name)
    #expect(test.contains("m.expect(model.\(name).states, \"n\""), "\(test)")
  }

  @Test func `a publisher of states is expected by its own path`() {
    timeline.record(loader.states, as: "results")
    #expect(test.contains("m.expect(model.results, \"n\""), "\(test)")
  }

  @Test(arguments: [
    "details.states(of: 7)", "details.states(of: -7)", #"details.states(of: "a b#!")"#,
    "details.states(of: .first).removeDuplicates()", "details.states(7)",
  ])
  func `a path can have an argument that is a literal`(name: String) {
    timeline.record(loader.states, as: name)
    #expect(test.contains("m.expect(model.\(name), \"n\""), "\(test)")
  }

  @Test(arguments: [
    "details.states(of: key)", "details.states(of: f())", #"details.states(of: "a" + "b")"#,
    #"details.states(of: "\("a")")"#, "details.states(of: 7, 8)", "details.states(of: 7",
  ])
  func `a path with another argument is a reason of no test`(name: String) {
    timeline.record(loader.states, as: name)
    #expect(test.contains("// No test: the name of the lane '\(name)' is no path"), "\(test)")
  }

  private struct Item: Identifiable, Hashable, Sendable { let id: Int }
}
