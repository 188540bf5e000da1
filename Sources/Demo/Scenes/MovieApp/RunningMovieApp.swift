import ReactiveLoadable
import ReactiveStore

/// A movie app that runs: its store, what was done in it, and what went wrong.
@MainActor
final class RunningMovieApp {
  typealias AppStore = Store<MovieApp.State, MovieApp.Action>

  let store: AppStore
  let source: MovieSource
  let file: SavedFile
  let shown: StateTimeline<MovieApp.State>
  private let recorder: ActionRecorder
  private let told = BehaviorRelay<[String]>([])
  private let subscription: AnyCancellable

  /// Starts the app, and returns when what was saved is there.
  static func start(_ context: SceneContext, saving file: SavedFile) async -> RunningMovieApp {
    let app = RunningMovieApp(context, saving: file)
    await app.store.send(.saved(.restore)).finish()
    return app
  }

  private init(_ context: SceneContext, saving file: SavedFile) {
    let source = MovieSource(context.api)
    let recorder = ActionRecorder(clock: context.clock)
    let saved = SavedMovies {
      try file.read()
    } write: {
      try await file.write($0)
    }
    store = Store(MovieApp.State(), middleware: [recorder.middleware]) {
      MovieApp(source: source, saved: saved, clock: context.clock)
    }
    (self.source, self.file, self.recorder) = (source, file, recorder)
    shown = StateTimeline(store.states, clock: context.clock)
    subscription = store.failures.sink { [told] error in told.update { $0.append("\(error)") } }
  }

  /// What the store has told as failures, in order.
  var failures: [String] { told.value }

  /// What was reduced, in order.
  var actions: [ActionRecorder.Entry] { recorder.entries }

  /// Does several things at once.
  func send(_ actions: [MovieApp.Action]) -> [StoreTask] { actions.map { store.send($0) } }

  /// Does several things at once, and waits until nothing of them goes on.
  func perform(_ actions: [MovieApp.Action]) async { await send(actions).finish() }
}

extension [StoreTask] {
  /// Waits until all are over.
  func finish() async { for task in self { await task.finish() } }
}
