import Foundation
import ReactiveLoadable
import ReactiveResources
import StoreTesting
import TestSupport
import Testing

// The code of the article on saved children, unchanged.

struct Forecasts: Reducer {
  struct State: Sendable, Equatable {
    var today = LoadableState<Town, Forecast>()
    var towns = PagedState<NoRequest, Int, Town>()
  }

  enum Action: Sendable, Equatable {
    case today(LoadingAction<Town, Forecast, Forecast.Action>)
    case towns(PagingAction<NoRequest, Int, Town>)
    case signOut
  }

  let disk: any ResourceStore
  let wallClock: WallClock
  let api: ForecastAPI

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .signOut = action {
        state.today.perform(.reset)
        state.towns.perform(.reset)
      }
      return .none
    }
    .loadable(state: \.today, action: .today) {
      ForecastReducer()
    } load: { town, _ in
      try await api.forecast(town)
    }
    .saved(.json(version: 1, in: disk, wallClock: wallClock) { "forecast/\($0.id)" })
    .paged(state: \.towns, action: .towns) { page, _ in
      try await api.towns(page.cursor ?? 1)
    }
    .saved(.json("towns", version: 1, pages: 2, in: disk, wallClock: wallClock))
  }
}

struct Town: Codable, Hashable, Identifiable, Sendable {
  var id: Int
  static let bern = Town(id: 1)
}

struct Forecast: Codable, Equatable, Sendable {
  var text: String
  enum Action: Sendable, Equatable { case shorten }
}

struct ForecastReducer: Reducer {
  func reduce(into state: inout Forecast, _ action: Forecast.Action) -> Effect<Forecast.Action> {
    if case .shorten = action { state.text = String(state.text.prefix(3)) }
    return .none
  }
}

/// An API whose forecasts have the time of the answer, five seconds after the call.
struct ForecastAPI: Sendable {
  let clock: MarbleClock

  func forecast(_ town: Town) async throws -> Forecast {
    try await clock.sleep(for: .seconds(5))
    return Forecast(text: "sun at \(clock.now.offset / .seconds(1))".replacing(".0", with: ""))
  }

  func towns(_ page: Int) async throws -> Page<Int, Town> { Page([.bern], next: nil) }
}

nonisolated extension CasePath<
  Forecasts.Action, LoadingAction<Town, Forecast, Forecast.Action>
> {
  static let today = Self(Forecasts.Action.today) {
    if case .today(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<Forecasts.Action, PagingAction<NoRequest, Int, Town>> {
  static let towns = Self(Forecasts.Action.towns) {
    if case .towns(let action) = $0 { action } else { nil }
  }
}

@Suite struct `The code of the article on saved children` {
  @Test func `a feature starts from its saved child`() {
    marbles(frame: .seconds(1)) { m in
      let disk = MemoryStore()
      let api = ForecastAPI(clock: m.clock)
      let wallClock = WallClock(from: m.clock)
      let saved = wallClock.now()
      let first = m.testStore(Forecasts.State()) {
        Forecasts(disk: disk, wallClock: wallClock, api: api)
      }
      first.send(.today(.load(.bern))) { $0.today.perform(.load(.bern)) }
      m.advance(by: .seconds(5))
      first.receive(.today(.finished(.success(Forecast(text: "sun at 5"))))) {
        $0.today = LoadableState(Forecast(text: "sun at 5"), of: .bern)
      }

      let next = m.testStore(Forecasts.State()) {
        Forecasts(disk: disk, wallClock: wallClock, api: api)
      }
      next.send(.today(.load(.bern))) { $0.today.perform(.load(.bern)) }
      let date = saved + 5
      next.receive(.today(.progressed(.restored(Forecast(text: "sun at 5"), savedAt: date)))) {
        $0.today = LoadableState(restored: Forecast(text: "sun at 5"), savedAt: date, of: .bern)
      }
      m.advance(by: .seconds(5))
      next.receive(.today(.finished(.success(Forecast(text: "sun at 10"))))) {
        $0.today = LoadableState(Forecast(text: "sun at 10"), of: .bern)
      }
    }
  }

  @Test func `a reset by the parent removes the records`() {
    marbles(frame: .seconds(1)) { m in
      let disk = MemoryStore()
      let store = m.testStore(Forecasts.State(), checking: .partial) {
        Forecasts(
          disk: disk,
          wallClock: WallClock(from: m.clock),
          api: ForecastAPI(clock: m.clock)
        )
      }
      store.send(.today(.load(.bern)))
      store.send(.towns(.load))
      m.advance(by: .seconds(6))
      #expect(disk.count == 2)
      store.send(.signOut)
      m.advance(by: .seconds(1))
      #expect(disk.count == 0)
    }
  }

  @Test func `a test has every line and every diagram of the article`() throws {
    let article = try ArticleCode("ShowingSavedChildrenFirst", of: "ReactiveStore")
    #expect(article.blocks.count == 2 && article.others == 0)
    #expect(try article.lines(missingIn: #filePath) == [])
    let tests = ["SavedFeatureTests.swift"]
    #expect(try article.diagrams(missingIn: tests, besides: #filePath) == [])
  }
}
