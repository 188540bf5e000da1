import Foundation
import ReactiveLoadable

typealias MovieList = PagedList<String, Movie, LoadError>

/// What a screen draws in place of the rows.
nonisolated enum Notice: Hashable, Sendable {
  case prompt
  case searching
  case nothingFound
  case failed(String)
}

/// What a screen draws below the rows.
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

  /// The footer of a state with rows: of a failed refresh, else of the last page.
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
