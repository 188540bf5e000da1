import ReactiveLoadable
import Testing

@Suite struct DescriptionTests {
  typealias State = Loadable<Int, SampleError>

  @Test(arguments: [
    (State.notRequested, "notRequested"),
    (.loading, "loading"),
    (.loading(previous: 1), "loading(previous: 1, cause: refresh)"),
    (
      .loading(Loading(attempt: 2, progress: 0.25)),
      "loading(attempt: 2, progress: 25%)"
    ),
    (.loaded(1), "loaded(1)"),
    (.failed(.first), "failed(error: first)"),
    (
      .failed(.first, previous: 1, cause: .retry),
      "failed(error: first, previous: 1, cause: retry)"
    ),
  ])
  func `a state prints without absent parts`(_ state: State, _ text: String) {
    #expect(state.description == text)
  }

  @Test func `text is printed in quotes`() {
    #expect(LoadState<String>.loaded("1").description == "loaded(\"1\")")
  }

  @Test func `a dump omits absent parts, too`() {
    var text = ""
    dump(State.failed(.first, previous: 1), to: &text)
    #expect(text.contains("error: ") && text.contains("previous: 1") && !text.contains("cause"))
  }

  @Test func `a dump of an error shows the error that was thrown`() {
    let mirror = Mirror(reflecting: LoadError(SampleError.first))
    #expect(mirror.children.map(\.label) == ["underlying"])
  }
}
