import Foundation
import ReactiveLoadable
import Testing

@Suite struct `Coding of a state` {
  @Test(arguments: sampleStates)
  func `a settled state round-trips, a loading one settles`(state: SampleState) throws {
    let data = try JSONEncoder().encode(state)
    let decoded = try JSONDecoder().decode(SampleState.self, from: data)
    if state.isLoading {
      #expect(decoded == state.latest.map(SampleState.loaded) ?? .notRequested)
    } else {
      #expect(decoded == state)
    }
  }

  @Test func `a value that is written as null is kept`() throws {
    typealias Maybe = Loadable<Int?, SampleError>
    let states: [Maybe] = [.loaded(nil), .failed(.first, previous: .some(nil)), .loaded(1)]
    for state in states {
      let data = try JSONEncoder().encode(state)
      #expect(try JSONDecoder().decode(Maybe.self, from: data) == state)
    }
    let loading = try JSONEncoder().encode(Maybe.loading(previous: .some(nil)))
    #expect(try JSONDecoder().decode(Maybe.self, from: loading) == .loaded(nil))
  }

  @Test(arguments: [
    "{}", #"{"state":"loaded"}"#, #"{"state":"thinking"}"#, #"{"state":"failed","value":1}"#,
  ])
  func `content that is no state is an error`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SampleState.self, from: Data(json.utf8))
    }
  }
}
