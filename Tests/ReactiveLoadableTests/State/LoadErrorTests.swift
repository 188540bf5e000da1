import Foundation
import ReactiveLoadable
import Testing

private struct Opaque: Error {}
private struct Refusal: Error, Equatable { var code: Int }
private struct Named: LocalizedError { var errorDescription: String? { "the server said no" } }

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

  @Test func `a wrapped error is not wrapped again`() {
    #expect(LoadError(LoadError(SampleError.first)).underlying is SampleError)
  }

  @Test func `it speaks with the words of the error inside`() {
    #expect(LoadError(Named()).localizedDescription == "the server said no")
    #expect("\(LoadError(SampleError.first))" == "first")
  }
}
