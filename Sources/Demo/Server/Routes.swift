import FlyingFox
import Foundation

/// The API's answers.
struct Routes: HTTPHandler {
  let catalogue: Catalogue
  let log: RequestLog
  let queue: QueueRoutes
  let search: SearchRoutes
  let clock: any Clock<Duration>

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = try await respond(to: request)
    await log.note(RequestLog.Answer(path: request.path, status: response.statusCode.code))
    return response
  }
}

extension Routes {
  private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let entry = RequestLog.Entry(
      path: request.path,
      query: request.query["q"],
      cursor: request.query["cursor"]
    )
    let (disturbances, number) = await log.note(entry)
    for disturbance in disturbances {
      switch disturbance {
      case .delay(let duration): try await clock.sleep(for: duration)
      case .hold(let gate):
        await gate.pass()
        try Task.checkCancellation()
      case .status(let code): return .fault(code)
      case .stall, .breakOff, .blank: break
      }
    }
    return try await answer(request, number: number, disturbances)
  }
}

extension Routes {
  private func answer(
    _ request: HTTPRequest,
    number: Int,
    _ disturbances: [Disturbance]
  ) async throws -> HTTPResponse {
    guard try await wait("latency", of: request, otherwise: .zero) else {
      return .fault(400, "latency must be a number of milliseconds from 0 to 60000")
    }
    let parts = request.path.split(separator: "/").map(String.init)
    switch (parts.first, parts.dropFirst().first) {
    case ("podcasts", nil): return try .json(catalogue.podcasts)
    case ("movies", nil): return try .json(catalogue.movies)
    case ("movies", let name?):
      return try MovieRoutes(catalogue: catalogue).answer(request, name)
    case ("genres", nil): return try .json(Genre.all)
    case ("welcome", let language?):
      return try WelcomeRoutes().answer(request, language, number: number)
    case ("posters", _):
      return try posters(request, disturbances.accident).answer(request, Array(parts.dropFirst()))
    case ("account", nil): return try .json(Account.sample(revision: number, of: catalogue))
    case ("episode", nil): return episode(request, disturbances.accident)
    case ("queue", _): return try await queue.answer(request, Array(parts.dropFirst()))
    case ("search", nil): return try await search.answer(request, disturbances)
    case ("feed", let slug?): return feed(slug)
    case ("status", let code?): return status(code)
    case ("broken", nil): return .body(Data(#"[{"title": "Serial", "publ"#.utf8), type: .json)
    case ("slow", nil): return try await slow(request)
    case ("dropped", nil): return try dropped(request)
    case ("silent", nil): return try await silent()
    default: return .fault(404)
    }
  }

  private func posters(
    _ request: HTTPRequest,
    _ accident: PacedBody.Accident?
  ) -> PosterRoutes {
    PosterRoutes(movies: catalogue.movies) { body($0, of: request, accident: accident) }
  }

  private func status(_ code: String) -> HTTPResponse {
    guard let code = Int(code), (200...599).contains(code) else {
      return .fault(400, "the status must be a number from 200 to 599")
    }
    return .fault(code)
  }

  private func feed(_ slug: String) -> HTTPResponse {
    guard let podcast = catalogue.podcast(slug: slug) else { return .fault(404) }
    return .body(Data(SampleFeed.xml(of: podcast).utf8), type: .rss)
  }

  private func slow(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard try await wait("ms", of: request, otherwise: .seconds(1)) else {
      return .fault(400, "ms must be a number of milliseconds from 0 to 60000")
    }
    return try .json(["answer": "slow"])
  }

  /// Promises the podcasts, sends half of them and closes the connection.
  private func dropped(_ request: HTTPRequest) throws -> HTTPResponse {
    let data = try JSONEncoder().encode(catalogue.podcasts)
    return .paced(body(data, of: request, accident: .breaks), type: .json)
  }

  /// Sends the episode for as long as half a second.
  private func episode(
    _ request: HTTPRequest,
    _ accident: PacedBody.Accident?
  ) -> HTTPResponse {
    let pause = Duration.milliseconds(8)
    let body = body(SampleEpisode.data, of: request, pause: pause, accident: accident)
    return .paced(body, type: .mpeg, chunk: SampleEpisode.size / 60)
  }

  /// Answers nothing; it ends with the server.
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

  /// Waits for the milliseconds of a query item; false if they are not a number within bounds.
  private func wait(
    _ item: String,
    of request: HTTPRequest,
    otherwise: Duration
  ) async throws -> Bool {
    var duration = otherwise
    if let text = request.query[item] {
      guard let number = Int(text), (0...60_000).contains(number) else { return false }
      duration = .milliseconds(number)
    }
    if duration > .zero { try await clock.sleep(for: duration) }
    return true
  }
}
