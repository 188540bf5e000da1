import ReactiveStore

/// What is kept on the disk: written when it has changed, and there again at the next start.
struct SavedMovies: Reducer {
  struct State: Sendable, Equatable {
    var values = SavedValues()
    /// What was changed before the file was read; nil afterwards.
    var early: [SavedEdit]? = []
  }

  enum Action: Sendable, Equatable {
    /// The app begins.
    case restore
    /// The file was read; nil if there is none that can be.
    case restored(SavedValues?)
    case edit(SavedEdit)
  }

  /// Reads what was written last.
  let read: @Sendable () async throws -> SavedValues
  /// Writes all of it, in the order of the calls.
  let write: @Sendable (SavedValues) async throws -> Void

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .restore: restore()
    case .restored(let values): begin(&state, with: values)
    case .edit(let edit): change(&state, edit)
    }
  }

  /// What goes wrong is told as it is, and the app begins with nothing.
  private func restore() -> Effect<Action> {
    .run { [read] send in
      do { send(.restored(try await read())) } catch {
        send(.restored(nil))
        throw error
      }
    }
  }

  /// What was changed meanwhile is changed in what was read.
  private func begin(_ state: inout State, with values: SavedValues?) -> Effect<Action> {
    guard let early = state.early else { return .none }
    state = State(values: values ?? SavedValues(), early: nil)
    for edit in early { state.values.apply(edit) }
    return early.isEmpty ? .none : save(state.values)
  }

  private func change(_ state: inout State, _ edit: SavedEdit) -> Effect<Action> {
    state.values.apply(edit)
    state.early?.append(edit)
    return state.early == nil ? save(state.values) : .none
  }

  private func save(_ values: SavedValues) -> Effect<Action> {
    .run { [write] _ in try await write(values) }
  }
}
