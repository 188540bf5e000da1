import Foundation
import ReactiveLoadable
import ReactiveStore

struct MovieChoices: Codable, Hashable, Sendable {
  var favorites: [Movie.ID] = []
  var seen: [Movie.ID] = []
  var order = MovieOrder.added
  var adults = false

  mutating func apply(_ edit: SavedEdit) {
    switch edit {
    case .favorite(let id): if !favorites.contains(id) { favorites.append(id) }
    case .see(let id): if !seen.contains(id) { seen.append(id) }
    case .sort(let order): self.order = order
    case .adults(let adults): self.adults = adults
    }
  }
}

enum MovieOrder: String, Codable, Sendable, CaseIterable {
  case added
  case title
}

enum SavedEdit: Hashable, Sendable {
  case favorite(Movie.ID)
  case see(Movie.ID)
  case sort(MovieOrder)
  case adults(Bool)
}

/// The values on disk: restored at launch, and written after a change.
struct SavedMovies: Reducer {
  struct State: Sendable, Equatable {
    var values = MovieChoices()
    /// The edits before the file is read; nil afterwards.
    var early: [SavedEdit]? = []
  }

  enum Action: Sendable, Equatable {
    case restore
    case restored(MovieChoices?)
    case edit(SavedEdit)
  }

  let read: @Sendable () async throws -> MovieChoices
  let write: @Sendable (MovieChoices) async throws -> Void

  func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .restore: restore()
    case .restored(let values): begin(&state, with: values)
    case .edit(let edit): change(&state, edit)
    }
  }

  private func restore() -> Effect<Action> {
    .run { [read] send in
      do { send(.restored(try await read())) } catch {
        send(.restored(nil))
        throw error
      }
    }
  }

  private func begin(_ state: inout State, with values: MovieChoices?) -> Effect<Action> {
    guard let early = state.early else { return .none }
    state = State(values: values ?? MovieChoices(), early: nil)
    for edit in early { state.values.apply(edit) }
    return early.isEmpty ? .none : save(state.values)
  }

  private func change(_ state: inout State, _ edit: SavedEdit) -> Effect<Action> {
    state.values.apply(edit)
    state.early?.append(edit)
    return state.early == nil ? save(state.values) : .none
  }

  private func save(_ values: MovieChoices) -> Effect<Action> {
    .run { [write] _ in try await write(values) }
  }
}

/// The file of the saved values; a new write replaces a waiting or running one.
final class SavedFile: Sendable {
  let url: URL
  private let writes: Mutation<MovieChoices, Void, LoadError>

  init(
    at url: URL,
    quiet: Duration = .milliseconds(20),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.url = url
    writes = Mutation(policy: MutationPolicy(overlap: .replace)) { values in
      try await clock.sleep(for: quiet)
      try JSONEncoder().encode(values).write(to: url, options: .atomic)
    }
  }

  /// Writes the values, and returns after the write or its replacement.
  func write(_ values: MovieChoices) async throws {
    if let error = await writes.run(values).outcome().error { throw error.underlying }
  }

  var counts: (begun: Int, done: Int) {
    let history = writes.history.value
    let done = history.count { if case .loaded = $0.outcome { true } else { false } }
    return (history.count, done)
  }

  enum Trouble: Error, Hashable, CustomStringConvertible {
    case missing
    case broken(kept: String)

    var description: String {
      switch self {
      case .missing: "No saved values."
      case .broken(let name): "The saved values cannot be read; the file was renamed to \(name)."
      }
    }
  }

  /// Reads the last values; an unreadable file is renamed, not overwritten.
  func read() throws -> MovieChoices {
    guard FileManager.default.fileExists(atPath: url.path) else { throw Trouble.missing }
    guard
      let values = try? JSONDecoder().decode(MovieChoices.self, from: Data(contentsOf: url))
    else { throw Trouble.broken(kept: try rename()) }
    return values
  }

  private func rename() throws -> String {
    let broken = url.appendingPathExtension("broken")
    try? FileManager.default.removeItem(at: broken)
    try FileManager.default.moveItem(at: url, to: broken)
    return broken.lastPathComponent
  }
}
