import Foundation
import ReactiveLoadable
import TestSupport
import Testing

/// The errors that transports throw for a cancellation, in every form in which Foundation wraps
/// them.
@Suite struct `Errors that count as a cancellation (L5, M7)` {
  struct Thrown: Sendable, CustomTestStringConvertible {
    let error: any Error
    let testDescription: String

    init(_ name: String, _ error: any Error) { (self.error, testDescription) = (error, name) }
  }

  static let cancelled = NSError(domain: NSURLErrorDomain, code: URLError.cancelled.rawValue)
  static let userCancelled = CocoaError.Code.userCancelled.rawValue

  static let cancellations = [
    Thrown("CancellationError", CancellationError()),
    Thrown("CancellationError as NSError", CancellationError() as NSError),
    Thrown("URLError", URLError(.cancelled)),
    Thrown("URLError as NSError", cancelled),
    Thrown("CocoaError", CocoaError(.userCancelled)),
    Thrown("CocoaError as NSError", NSError(domain: NSCocoaErrorDomain, code: userCancelled)),
    Thrown("LoadError", LoadError(cancelled)),
    Thrown("underlying", wrapping(cancelled, in: "client")),
    Thrown("underlying of underlying", wrapping(wrapping(URLError(.cancelled), in: "a"), in: "b")),
    Thrown("underlying CancellationError", wrapping(CancellationError(), in: "client")),
    Thrown("underlying LoadError", wrapping(LoadError(CancellationError()), in: "client")),
    Thrown("underlying of a CustomNSError", Wrapper(cause: cancelled)),
  ]

  static let failures = [
    Thrown("URLError", URLError(.timedOut)),
    Thrown("the code in another domain", NSError(domain: "client", code: -999)),
    Thrown("CocoaError", CocoaError(.fileNoSuchFile)),
    Thrown("underlying failure", wrapping(URLError(.timedOut), in: "client")),
    Thrown("Swift error", SampleError.first),
    Thrown("underlying of itself", Wrapper(cause: nil)),
  ]

  static func wrapping(_ error: any Error, in domain: String) -> NSError {
    NSError(domain: domain, code: 1, userInfo: [NSUnderlyingErrorKey: error])
  }

  struct Wrapper: CustomNSError {
    let cause: (any Error)?
    var errorUserInfo: [String: Any] { [NSUnderlyingErrorKey: cause ?? self] }
  }

  @Test(arguments: cancellations)
  func `a load that throws a cancellation restores its settled state`(_ thrown: Thrown) async {
    let loader = Loader { () async throws -> Int in throw thrown.error }
    loader.set(1)
    #expect(await loader.load().outcome() == .cancelled)
    #expect(loader.state == .loaded(1))
  }

  @Test(arguments: cancellations)
  func `a write that throws a cancellation is cancelled`(_ thrown: Thrown) async {
    let mutation = Mutation { (_: Int) async throws -> Int in throw thrown.error }
    #expect(await mutation.run(1).outcome() == .cancelled)
    #expect(mutation.state == .notRequested)
  }

  @Test(arguments: failures)
  func `any other error is a failure`(_ thrown: Thrown) async {
    let loader = Loader { () async throws -> Int in throw thrown.error }
    await loader.load().outcome()
    #expect(loader.state.error != nil)
  }
}
