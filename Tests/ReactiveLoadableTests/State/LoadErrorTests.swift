import Foundation
import ReactiveLoadable
import Testing

private struct Opaque: Error {}
private struct Refusal: Error, Equatable { var code: Int }
private struct Named: LocalizedError { var errorDescription: String? { "the server said no" } }

private enum Wrapping: Error, Hashable {
  case nothing
  case response(URLError, NSError)
}

private final class Subclass: NSError, @unchecked Sendable {}

private let foundationErrors: [LoadError] = [
  LoadError(NSError(domain: "a", code: 1)),
  LoadError(NSError(domain: "a", code: 2)),
  LoadError(NSError(domain: "b", code: 1)),
  LoadError(NSError(domain: NSURLErrorDomain, code: URLError.badURL.rawValue)),
  LoadError(Subclass(domain: "a", code: 1)),
  LoadError(URLError(.badURL)),
  LoadError(URLError(.timedOut)),
  LoadError(CocoaError(.fileNoSuchFile)),
  LoadError(CocoaError(.userCancelled)),
  LoadError(POSIXError(.EIO)),
]

@Suite struct `Equality of untyped errors` {
  @Test func `equal values of one Equatable type are equal`() {
    #expect(LoadError(SampleError.first) == LoadError(SampleError.first))
    #expect(LoadError(Refusal(code: 1)) == LoadError(Refusal(code: 1)))
  }

  @Test func `different values and different types are not`() {
    #expect(LoadError(SampleError.first) != LoadError(SampleError.second))
    #expect(LoadError(Refusal(code: 1)) != LoadError(Refusal(code: 2)))
    #expect(LoadError(Refusal(code: 1)) != LoadError(SampleError.first))
  }

  @Test func `an error that cannot be compared equals only itself`() {
    let error = LoadError(Opaque())
    let copy = error
    #expect(error == copy)
    #expect(error != LoadError(Opaque()))
    #expect(error.hashValue == copy.hashValue)
  }

  @Test func `equal errors have equal hashes`() {
    #expect(Set([LoadError(SampleError.first), LoadError(SampleError.first)]).count == 1)
    #expect(LoadError(Refusal(code: 1)).hashValue == LoadError(Refusal(code: 1)).hashValue)
    #expect(Set([LoadError(Opaque()), LoadError(Opaque())]).count == 2)
  }

  @Test(arguments: foundationErrors)
  func `an error of Foundation can be hashed, by its domain and code`(_ error: LoadError) {
    let copy = LoadError(error.underlying)
    #expect(error == copy)
    #expect(error.hashValue == copy.hashValue)
    #expect(Set(foundationErrors + foundationErrors) == Set(foundationErrors))
    #expect(Set(foundationErrors).count == foundationErrors.count)
  }

  @Test func `an NSError is equal to one with the same domain, code and information`() {
    func error(_ information: [String: Any]) -> LoadError {
      LoadError(NSError(domain: "a", code: 1, userInfo: information))
    }
    #expect(error(["key": "value"]) == error(["key": "value"]))
    #expect(error(["key": "value"]).hashValue == error(["key": "value"]).hashValue)
    #expect(error(["key": "value"]) != error([:]))
  }

  @Test func `an error that holds an NSError can be hashed`() {
    let error = LoadError(Wrapping.response(URLError(.badURL), NSError(domain: "a", code: 1)))
    #expect(error == LoadError(error.underlying))
    #expect(error.hashValue == LoadError(error.underlying).hashValue)
    #expect(Set([error, LoadError(Wrapping.nothing)]).count == 2)
  }

  @Test func `states that failed with an NSError can be hashed`() {
    let state = LoadState<Int>.failed(LoadError(NSError(domain: "a", code: 1)))
    #expect(Set([state, state, .loading]).count == 2)
  }

  @Test func `a wrapped error is not wrapped again`() {
    #expect(LoadError(LoadError(SampleError.first)).underlying is SampleError)
  }

  @Test func `its description is that of the inner error`() {
    #expect(LoadError(Named()).localizedDescription == "the server said no")
    #expect("\(LoadError(SampleError.first))" == "first")
  }
}
