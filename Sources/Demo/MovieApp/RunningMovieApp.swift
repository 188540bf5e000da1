import ReactiveLoadable
import ReactiveStore
import ReactiveTimeline

/// A running movie app: its store, its actions and its failures.
@MainActor
final class RunningMovieApp {
  let store: Store<MovieApp.State, MovieApp.Action>
  let source: MovieSource
  let file: SavedFile
  let shown: StateTimeline<MovieApp.State>
  private let context: SceneContext
  private let input: (MovieApp.Action) -> StoreTask
  private let recorder: ActionRecorder
  private let published = BehaviorRelay<[String]>([])
  private let subscription: AnyCancellable

  static func start(_ context: SceneContext, saving file: SavedFile) async -> RunningMovieApp {
    let app = RunningMovieApp(context, saving: file)
    await app.perform([.saved(.restore)])
    return app
  }

  private init(_ context: SceneContext, saving file: SavedFile) {
    let source = MovieSource(context.api)
    let recorder = ActionRecorder(clock: context.clock)
    let recording = context.recording("a launch", of: Self.recorded)
    let read = { @Sendable () async throws in try file.read() }
    let saved = SavedMovies(
      read: recording.recording(read, as: "read"),
      write: recording.recording(file.write, as: "write")
    )
    let load = { @Sendable (page: PageRequest<MovieQuery, Int>) async throws in
      try await source.page(page.key, page.cursor)
    }
    let page = recording.recording(load, as: "page")
    let recorded = MovieSource(
      page: { try await page(PageRequest(key: $0, cursor: $1)) },
      details: recording.recording(source.details, as: "details"),
      genres: source.genres
    )
    let store: Store<MovieApp.State, MovieApp.Action> = Store(
      MovieApp.State(),
      middleware: [recorder.middleware]
    ) {
      MovieApp(source: recorded, saved: saved, clock: context.clock)
    }
    context.recordings.keep(store)
    input = recording.recordingInput({ store.send($0) }, as: "send")
    (self.store, self.context) = (store, context)
    recording.record(
      store.states.map(\.lists.pages.loadable).removeDuplicates(),
      as: #"states.map(\.lists.pages.loadable).removeDuplicates()"#
    )
    recording.record(
      store.states.map(\.search.results.loadable).removeDuplicates(),
      as: #"states.map(\.search.results.loadable).removeDuplicates()"#
    )
    recording.record(
      store.states.map(\.favorites).removeDuplicates(),
      as: #"states.map(\.favorites).removeDuplicates()"#
    )
    (self.source, self.file, self.recorder) = (source, file, recorder)
    shown = context.timeline(store.states)
    subscription = store.failures.sink { [published] error in
      published.update { $0.append("\(error)") }
    }
  }

  var failures: [String] { published.value }
  var actions: [ActionRecorder.Entry] { recorder.entries }
  func send(_ actions: [MovieApp.Action]) -> [StoreTask] { actions.map(input) }

  /// Sends actions and waits for the end of all their effects.
  func perform(_ actions: [MovieApp.Action]) async {
    await context.rest()
    await send(actions).finish()
  }

  /// The expression that creates the store in a recorded test; the genres are not part of it,
  /// because an async action loads them.
  private static let recorded = """
    Store(MovieApp.State()) { MovieApp(\
    source: MovieSource(page: { try await page(PageRequest(key: $0, cursor: $1)) }, details: details, \
    genres: { [] }), saved: SavedMovies(read: read, write: write), clock: m.clock) }
    """
}

extension [StoreTask] {
  func finish() async { for task in self { await task.finish() } }
}

/// A middleware that records each action with its time.
final class ActionRecorder: Sendable {
  typealias Entry = (offset: Duration, name: String)

  private let recorded = BehaviorRelay<[Entry]>([])
  private let elapsed: @Sendable () -> Duration

  init(clock: any Clock<Duration>) { elapsed = clock.stopwatch() }

  var middleware: Middleware<MovieApp.State, MovieApp.Action> {
    Middleware { [recorded, elapsed] action, _, next in
      let offset = elapsed()
      recorded.update { $0.append((offset, action.name)) }
      next(action)
    }
  }

  var entries: [Entry] { recorded.value }
}

extension MovieApp.Action {
  /// A short name for a log, without loaded values.
  var name: String {
    switch self {
    case .open(let id): "open \(id)"
    case .lists(.show(let list)): "lists: show \(list)"
    case .lists(.pages(let action)): "lists: \(action.name)"
    case .search(.typed(let text)): "search: typed “\(text)”"
    case .search(.rested): "search: rested"
    case .search(.results(let action)): "search: \(action.name)"
    case .detail(let id, let action): "details of \(id): \(action.name)"
    case .saved(.restore): "saved: restore"
    case .saved(.restored(let values)): "saved: " + (values == nil ? "nothing" : "restored")
    case .saved(.edit(let edit)): "saved: \(edit.name)"
    case .setGenres(let genres): "genres: \(genres.count) set"
    }
  }
}

extension MoviePagesAction {
  fileprivate var name: String {
    switch self {
    case .finished(let answer): answer.outcome { "page of \($0.items.count)" }
    case .progressed: "progress"
    default: "\(self)"
    }
  }
}

extension LoadingAction<NoRequest, MovieDetails, Never> {
  fileprivate var name: String {
    switch self {
    case .finished(let answer): answer.outcome { _ in "loaded" }
    case .progressed: "progress"
    default: "\(self)"
    }
  }
}

extension SavedEdit {
  fileprivate var name: String {
    switch self {
    case .favorite(let id): "favorite \(id)"
    case .see(let id): "see \(id)"
    case .sort(let order): "sort by \(order)"
    case .adults(let adults): adults ? "with adult movies" : "without adult movies"
    }
  }
}

extension LoadResult {
  fileprivate func outcome(_ loaded: (Child) -> String) -> String {
    switch result {
    case .success(let child): loaded(child)
    case .failure: "failed"
    case nil: "cancelled"
    }
  }
}
