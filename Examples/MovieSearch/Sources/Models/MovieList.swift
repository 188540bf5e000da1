import Foundation
import ReactiveLoadable

typealias MovieList = PagedList<String, Movie, LoadError>

/// A placeholder that a screen draws instead of rows.
nonisolated enum Notice: Hashable, Sendable {
  case prompt
  case searching
  case nothingFound
  case failed(String)
}

/// A footer that a screen draws below the rows.
nonisolated enum Footer: Hashable, Sendable {
  case loading
  case failed(String)
  case end(count: Int)
}

nonisolated extension Loadable where Value == MovieList, Failure == LoadError {
  /// The notice of a state without rows; `nil` with rows.
  var notice: Notice? {
    if let rows = latest, !rows.isEmpty { return nil }
    return switch self {
    case .notRequested: .prompt
    case .loading: .searching
    case .loaded: .nothingFound
    case .failed(let failed): .failed(failed.error.localizedDescription)
    }
  }

  /// The footer of a state with rows: a failed refresh, or else the state of the list's end.
  var footer: Footer? {
    guard let rows = latest, !rows.isEmpty else { return nil }
    if let error { return .failed(error.localizedDescription) }
    return switch rows.append {
    case .idle: nil
    case .loading: .loading
    case .failed(let error): .failed(error.localizedDescription)
    case .complete: .end(count: rows.count)
    }
  }
}
