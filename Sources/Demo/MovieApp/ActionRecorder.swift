import ReactiveLoadable
import ReactiveStore

/// Notes each action of a movie app, and when it came.
final class ActionRecorder: Sendable {
  struct Entry: Sendable {
    var offset: Duration
    var name: String
  }

  private let recorded = BehaviorRelay<[Entry]>([])
  private let elapsed: @Sendable () -> Duration

  init(clock: any Clock<Duration>) { elapsed = clock.stopwatch() }

  /// What notes them; it passes on each.
  var middleware: Middleware<MovieApp.State, MovieApp.Action> {
    Middleware { [recorded, elapsed] action, _, next in
      let entry = Entry(offset: elapsed(), name: action.name)
      recorded.update { $0.append(entry) }
      next(action)
    }
  }

  /// What was noted, in the order in which it was reduced.
  var entries: [Entry] { recorded.value }
}
