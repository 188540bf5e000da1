import ReactiveLoadable
import ReactiveStore

extension MoviePages {
  /// The mark of a list: what goes on at its end.
  var mark: StateMark {
    loadable.mark { list in
      switch list.append {
      case .idle: StateMark("d", "a list")
      case .loading: StateMark("m", "a list, more on the way")
      case .failed: StateMark("e", "the next page has failed")
      case .complete: StateMark("c", "a whole list")
      }
    }
  }
}
