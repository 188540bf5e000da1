import FlyingFox
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Routes: HTTPHandler {
  let catalogue: Catalogue
  let log: RequestLog
  let queue: QueueStore
  let search: SearchStore
  let ratings: RatingsStore
  let clock: any Clock<Duration>

  init(catalogue: Catalogue, plan: ResponsePlan, clock: any Clock<Duration>) {
    (self.catalogue, self.clock) = (catalogue, clock)
    (log, search) = (RequestLog(plan: plan), SearchStore())
    queue = QueueStore(.sample(of: catalogue))
    ratings = RatingsStore(catalogue)
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await respond(to: request)
    await log.note(RequestLog.Answer(path: request.path, status: response.statusCode.code))
    return response
  }

  private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let entry = RequestLog.Entry(
      path: request.path,
      query: request.query["q"],
      cursor: request.query["cursor"]
    )
    let (disturbances, number) = await log.note(entry)
    for case .delay(let duration) in disturbances { try await clock.sleep(for: duration) }
    for case .hold(let gate) in disturbances { await gate.pass() }
    try Task.checkCancellation()
    for case .status(let code) in disturbances { return .fault(code) }
    return try await answer(request, number: number, disturbances)
  }

  private func answer(
    _ request: HTTPRequest,
    number: Int,
    _ disturbances: [Disturbance]
  ) async throws -> HTTPResponse {
    let parts = request.path.split(separator: "/").map(String.init)
    let rest = Array(parts.dropFirst())
    switch (parts.first, rest.first) {
    case ("podcasts", nil): return try .json(catalogue.podcasts)
    case ("movies", nil): return try .json(catalogue.movies)
    case ("movies", let name?): return try MovieRoutes(catalogue: catalogue).answer(request, name)
    case ("genres", nil): return try .json(Genre.all)
    case ("welcome", let language?): return try welcome(request, language, number: number)
    case ("posters", _):
      let routes = PosterRoutes(movies: catalogue.movies) { data in
        body(data, of: request, accident: disturbances.accident)
      }
      return try await routes.answer(request, rest)
    case ("account", nil): return try .json(Account.sample(revision: number, of: catalogue))
    case ("episode", nil): return episode(request, disturbances.accident)
    case ("queue", _): return try await queue.answer(request, rest)
    case ("app", _): return try await ratings.answer(request, rest)
    case ("search", nil): return try await search.answer(request, disturbances)
    case ("status", let code?): return status(code)
    case ("broken", nil):
      return .body(Data(#"[{"title": "Serial", "publ"#.utf8), type: HTTPResponse.jsonType)
    case ("dropped", nil): return try dropped(request)
    case ("silent", nil): return try await silent()
    default: return .fault(404)
    }
  }

  private func welcome(
    _ request: HTTPRequest,
    _ language: String,
    number: Int
  ) throws -> HTTPResponse {
    let words = ["de": "Willkommen", "en": "Welcome", "fr": "Bienvenue", "it": "Benvenuta"]
    guard let word = words[language] else { return .fault(404) }
    guard let name = request.query["name"] else { return .fault(400, "name is missing") }
    return try .json("\(word), \(name)!" + (number == 1 ? "" : " (\(number))"))
  }

  private func status(_ code: String) -> HTTPResponse {
    guard let code = Int(code), (200...599).contains(code) else {
      return .fault(400, "the status must be a number from 200 to 599")
    }
    return .fault(code)
  }

  private func dropped(_ request: HTTPRequest) throws -> HTTPResponse {
    let data = try JSONEncoder().encode(catalogue.podcasts)
    return .paced(body(data, of: request, accident: .breaks), type: HTTPResponse.jsonType)
  }

  private func episode(_ request: HTTPRequest, _ accident: PacedBody.Accident?) -> HTTPResponse {
    let pause = Duration.milliseconds(8)
    let body = body(SampleEpisode.data, of: request, pause: pause, accident: accident)
    return .paced(body, type: "audio/mpeg", chunk: SampleEpisode.size / 60)
  }

  private func silent() async throws -> HTTPResponse {
    await Gate().pass()
    throw CancellationError()
  }

  private func body(
    _ data: Data,
    of request: HTTPRequest,
    pause: Duration = .zero,
    accident: PacedBody.Accident?
  ) -> PacedBody {
    PacedBody(
      data: data,
      pause: pause,
      accident: accident,
      clock: clock,
      transfer: log.transfer(path: request.path, total: data.count)
    )
  }
}

extension HTTPResponse {
  static let jsonType = "application/json; charset=utf-8"

  static func json(_ value: some Encodable) throws -> HTTPResponse {
    .body(try JSONEncoder().encode(value), type: jsonType)
  }

  static func body(_ data: Data, type: String) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: data)
  }

  static func paced(_ body: PacedBody, type: String, chunk: Int = 4096) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: [.contentType: type],
      body: HTTPBodySequence(from: body, count: body.data.count, suggestedBufferSize: chunk)
    )
  }

  static func fault(_ code: Int, _ reason: String? = nil) -> HTTPResponse {
    let phrase = HTTPURLResponse.localizedString(forStatusCode: code)
    let body = try? JSONEncoder().encode(["error": reason ?? phrase])
    return HTTPResponse(
      statusCode: HTTPStatusCode(code, phrase: phrase),
      headers: [.contentType: jsonType],
      body: body ?? Data()
    )
  }
}
