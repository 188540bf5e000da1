import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// The intents of the loader of a model.
@Suite struct `A model sets and invalidates the value of its loader` {
  @Test
  func `a set value is visible immediately, and an invalidated one is refreshed by appearing`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("--A|", failure: SampleError.first)
      let loader = Loader { () async throws(SampleError) in try await work(orCancelled: .second) }
      let model = LoaderModel(loader)
      model.loader.set("s")
      m.expect(model.loader.states.map { $0.latest ?? "-" }.removeDuplicates(), "s----A")
      m.hot("-a") { _ in model.appear() }
      m.hot("--i") { _ in model.loader.invalidate() }
      m.hot("---a") { _ in model.appear() }
      m.expectSubscriptions(work, ["---^-!"])
      m.keep(model)
    }
  }

  @Test func `an invalidated list is reloaded by appearing`() {
    marbles(on: MainActor.shared) { m in
      let work = m.cold("-p|", ["p": Page<Int, HeldItem>([HeldItem(id: 1)], next: nil)])
      let model = PagedModel(PagedLoader { (_: PageRequest<NoRequest, Int>) in try await work() })
      m.hot("-a--a-a") { _ in model.appear() }
      m.hot("-----i") { _ in model.loader.invalidate() }
      m.expectSubscriptions(work, ["-^!", "------^!"])
      m.keep(model)
    }
  }
}

private struct HeldItem: Sendable, Equatable, Identifiable {
  let id: Int
}
