import Foundation
import MarbleDiagrams
import ReactiveLoadable
import ReactiveTimeline

/// The newest states and events of the loads of a tab, drawn by the renderer of the package.
///
/// It keeps a few entries of each lane, so that a picture costs the same after an hour.
struct TabTimeline: Sendable {
  struct Event: Sendable {
    let id: String
    let time: Duration
    let mark: Mark
  }

  /// The word that is drawn at an event, and the text that a click on it shows.
  struct Mark: Sendable {
    let word: MarblePicture.Word
    let text: String

    init(_ word: String, _ tone: MarblePicture.Tone, _ text: String = "") {
      self.word = MarblePicture.Word(word, tone)
      self.text = String(text.prefix(4_000))
    }
  }

  private struct Lane: Sendable {
    let name: String
    let kind: MarblePicture.Lane.Kind
    let events: @Sendable () -> [Event]
  }

  private static let frame = Duration.milliseconds(50)
  private let timeline: Timeline
  private let observed = PublishRelay<(name: String, mark: Mark)>()
  private var lanes: [Lane] = []

  @MainActor
  init(of app: RatingsApp, clock: MovableClock) {
    timeline = Timeline(clock: clock, limit: 40)
    addEvents(as: "search text", .inputs)
    add(app.list.states, as: "movies") {
      (
        "\($0.count) \($0.count == 1 ? "row" : "rows")",
        "“\($0.key)”\n" + $0.map(\.title).joined(separator: "\n")
      )
    }
    addEvents(as: "details")
    addEvents(as: "facts")
    add(app.favorites.states, as: "favorites") {
      ("\($0.movies.count) kept", $0.movies.map(\.title).joined(separator: "\n"))
    }
    addEvents(as: "posters")
    add(app.write.states, as: "write") { ("saved", "\($0)") }
    add(app.session.signIn.states, as: "sign in") { ($0.user, $0.user) }
    add(app.session.credentials.states, as: "credentials") { _ in ("valid", "not shown") }
  }

  /// The observer of the caches, whose keys have no states of a lane.
  var observer: LoadObserver {
    LoadObserver { [observed] event in
      if let mark = event.mark { observed.accept((event.name, mark)) }
    }
  }

  /// Records a text of the search field.
  func type(_ text: String) {
    observed.accept(("search text", Mark(text.isEmpty ? "“”" : text, .input, text)))
  }

  private mutating func add<Value: Sendable>(
    _ states: ReadOnlyRelay<LoadState<Value>>,
    as name: String,
    describing words: @escaping @Sendable (Value) -> (short: String, long: String)
  ) {
    add(timeline.record(states.following, as: name), as: name, .states) { $0.mark(words) }
  }

  private mutating func addEvents(
    as name: String,
    _ kind: MarblePicture.Lane.Kind = .values
  ) {
    let marks = observed.filter { $0.name == name }.map(\.mark)
    add(timeline.record(marks, as: name), as: name, kind) { $0 }
  }

  private mutating func add<Value: Sendable>(
    _ recorded: RecordedStream<Value>,
    as name: String,
    _ kind: MarblePicture.Lane.Kind,
    mark: @escaping @Sendable (Value) -> Mark
  ) {
    lanes.append(
      Lane(name: name, kind: kind) {
        var number = 0
        var last: Duration?
        return recorded.entries.map { time, value in
          number = time == last ? number + 1 : 0
          last = time
          return Event(id: "\(name) \(time) \(number)", time: time, mark: mark(value))
        }
      }
    )
  }
}

// MARK: Pictures

extension TabTimeline {
  /// Draws the visible part of the timeline, with the places of its events.
  @concurrent
  func draw(first: Int, count: Int, width: Int) async -> JSON {
    let first = min(max(first, 0), lanes.count - 1)
    let shown = lanes[first...].prefix(max(count, 1)).map { ($0, $0.events()) }
    let strip = picture(of: shown).strip(width: min(max(width, 240), 2_000))
    var events: [String: (lane: Int, event: Event)] = [:]
    for (index, lane) in shown.enumerated() {
      for event in lane.1 { events[event.id] = (first + index, event) }
    }
    let places = strip.places.compactMap { place -> JSON? in
      guard let (lane, event) = events[place.name] else { return nil }
      let others = place.count > 1 ? " (and \(place.count - 1) before)" : ""
      return [
        "id": JSON(event.id), "x": JSON(place.x), "y": JSON(place.y),
        "width": JSON(place.width), "lane": JSON(lane),
        "name": JSON("\(lanes[lane].name): \(event.words)\(others)"),
      ]
    }
    return [
      "svg": JSON(strip.svg), "lanes": JSON(lanes.count), "first": JSON(first),
      "names": JSON(lanes.map { JSON($0.name) }), "events": JSON(places),
    ]
  }

  /// Draws all lanes as a document.
  @concurrent
  func svg() async -> String { picture(of: lanes.map { ($0, $0.events()) }).svg() }

  /// Returns the name and the text of an event.
  func inspect(_ id: String) -> JSON {
    for lane in lanes {
      guard let event = lane.events().first(where: { $0.id == id }) else { continue }
      let text = event.mark.text.isEmpty ? event.mark.word.text : event.mark.text
      return ["event": JSON(id), "name": JSON("\(lane.name): \(event.words)"), "text": JSON(text)]
    }
    return ["event": JSON(id), "name": "", "text": "no longer recorded"]
  }

  private func picture(of lanes: [(Lane, [Event])]) -> MarblePicture {
    let end = lanes.compactMap(\.1.last?.time).max() ?? .zero
    return MarblePicture(
      "The loads of this tab",
      summary: "",
      lanes: lanes.map { lane, events in
        let marbles = events.map { MarbleDiagram.Event(.value($0.id), at: $0.time) }
        let diagram = MarbleDiagram(quantizing: marbles, frame: Self.frame)
        return MarblePicture.Lane(
          lane.name,
          MarbleDiagram(events: diagram.events, frame: Self.frame, length: end),
          as: lane.kind,
          words: Dictionary(events.map { ($0.id, $0.mark.word) }) { _, last in last }
        )
      }
    )
  }
}

extension TabTimeline.Event {
  fileprivate var words: String {
    let seconds = Double(time / .milliseconds(1)) / 1_000
    return "\(mark.word.text), at \(seconds.formatted(.number.precision(.fractionLength(2)))) s"
  }
}

// MARK: Words

extension Loadable where Failure == LoadError {
  fileprivate func mark(
    _ words: (Value) -> (short: String, long: String)
  ) -> TabTimeline.Mark {
    let old = latest.map { words($0).long } ?? ""
    switch self {
    case .notRequested: return .init("–", .neutral, "not requested")
    case .loading(let loading) where loading.previous == nil: return .init("loading", .running)
    case .loading: return .init("refresh", .update, old)
    case .loaded(let value): return .init(words(value).short, .success, words(value).long)
    case .failed(let failed): return .init("failed", .failure, failed.error.localizedDescription)
    }
  }
}

extension LoadObserver.Event {
  /// The mark of an event of a cache; nil for those that a lane does not need.
  fileprivate var mark: TabTimeline.Mark? {
    let key = request.map { "\($0)" } ?? "all"
    switch kind {
    case .started: return .init("load \(key)", .running)
    case .succeeded(let value):
      let size = (value as? Data).map { "\($0.count) bytes" }
      return .init("\(key)", .success, size ?? "\(value)")
    case .failed(let error): return .init("failed \(key)", .failure, error.localizedDescription)
    case .cancelled, .replaced: return .init("end \(key)", .neutral, "cancelled")
    case .edited: return .init("edit \(key)", .input, "an optimistic update")
    case .rolledBack: return .init("undo \(key)", .failure, "an optimistic update, rolled back")
    case .invalidated: return .init("old \(key)", .neutral, "marked as stale")
    case .hit: return .init("hit \(key)", .update, "from the cache")
    case .reset: return .init("reset", .neutral, "all values removed")
    default: return nil
    }
  }
}
