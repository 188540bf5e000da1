import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveResources

/// Requests with a token at a server in memory, in virtual time; a character is a second.
///
/// A response takes three seconds. The server accepts one token, and refuses all others with 401.
final class RenewalScene: Sendable {
  typealias Tokens = Loader<NoRequest, String, LoadError>

  let server: MemoryTransport
  let tokens: Tokens
  let api: AuthorizedTransport
  /// The token of each request that reaches the server, and `-` without one.
  let sent = PublishRelay<String>()
  /// The name of each request with the status 200, and `x` for any other end.
  let answers = PublishRelay<String>()
  let ends = Log<String>()

  static func url(_ name: String) -> URL { URL(filePath: "/\(name)") }

  init(
    _ m: Marbles,
    accepting valid: String = "B",
    policy: LoadPolicy = LoadPolicy(),
    _ renewal: @escaping @Sendable () async throws -> String
  ) {
    server = MemoryTransport(clock: m.clock)
    var policy = policy
    policy.clock = m.clock
    tokens = m.keep(Tokens(policy: policy, renewal))
    api = AuthorizedTransport(server, origins: [Self.url("a")], credentials: tokens) {
      $0.headers["authorization"] = $1
    }
    for name in ["a", "b", "c"] {
      for method in [ResourceRequest.Method.get, .post] {
        server.serve(at: Self.url(name), for: method) { [sent] request in
          let token = request.headers["authorization"]
          sent.accept(token ?? "-")
          return MemoryResource(Data(name.utf8), status: token == valid ? 200 : 401)
        }
      }
    }
    server.plan(.wait(.seconds(8)), at: Self.url("b"))
    for name in ["a", "c"] { server.plan(.wait(.seconds(3)), at: Self.url(name)) }
  }

  /// Sends requests at a second.
  @discardableResult
  func send(
    _ m: Marbles,
    _ names: String...,
    at second: Int,
    method: ResourceRequest.Method = .get,
    body: Data? = nil
  ) -> Log<Task<Void, Never>> {
    let tasks = Log<Task<Void, Never>>()
    m.at(.seconds(second)) { [self] in
      for name in names {
        let request = ResourceRequest(Self.url(name), method: method, body: body)
        let task = Task {
          let end = await end(of: request)
          ends.note(end)
          answers.accept(end == "200" ? name : "x")
        }
        tasks.note(m.keep(task))
      }
    }
    return tasks
  }

  private func end(of request: ResourceRequest) async -> String {
    do {
      return "\(try await api.send(request).status)"
    } catch is CancellationError {
      return "cancelled"
    } catch ResourceError.unauthorized(let error) {
      return "unauthorized \(error.underlying)"
    } catch {
      return "\(error)"
    }
  }

  /// The states of the loader as letters: `n`, `l`, `f` or the token.
  var states: some Publisher<String, Never> {
    tokens.states.map { state in
      switch state {
      case .notRequested: "n"
      case .loading: "l"
      case .loaded(let token): token
      case .failed: "f"
      }
    }
  }
}
