import ReactiveLoadable
import ReactiveStore

extension MovieApp.Action {
  /// A few words for a log; what was loaded is not among them.
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
    case .progressed: "goes on"
    default: "\(self)"
    }
  }
}

extension LoadingAction<NoRequest, MovieDetails, Never> {
  fileprivate var name: String {
    switch self {
    case .finished(let answer): answer.outcome { _ in "loaded" }
    case .progressed: "goes on"
    default: "\(self)"
    }
  }
}

extension SavedEdit {
  fileprivate var name: String {
    switch self {
    case .favourite(let id): "favourite \(id)"
    case .unfavourite(let id): "no favourite \(id)"
    case .see(let id): "see \(id)"
    case .sort(let order): "sort by \(order)"
    case .adults(let adults): adults ? "for adults, too" : "not for adults"
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
