import ReactiveLoadable
import ReactiveStore

/// A text that is loaded and edited, and a list of notes; both are saved.
struct SavedFeature: Reducer {
  struct State: Sendable, Equatable {
    var text = LoadableState<NoRequest, String>()
    var notes = PagedState<String, Int, Note>()
    /// An earlier state, which can be put back.
    var earlier: LoadableState<NoRequest, String>?
    var earlierNotes: PagedState<String, Int, Note>?
  }

  enum Action: Sendable, Equatable {
    case text(LoadingAction<NoRequest, String, EditableText.Action>)
    case notes(PagingAction<String, Int, Note>)
    case keep, putBack
    /// Puts the earlier text back and edits it in one action.
    case putBackAndEdit
  }

  struct Note: Codable, Hashable, Identifiable, Sendable { let id: Int }

  var policy = LoadPolicy()
  let texts: SavedValues<NoRequest, String>
  let lists: SavedValues<String, [Page<Int, Note>]>
  let load: @Sendable () async throws -> String
  let page: @Sendable (PageRequest<String, Int>) async throws -> Page<Int, Note>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .keep: (state.earlier, state.earlierNotes) = (state.text, state.notes)
      case .putBack: putBack(&state)
      case .putBackAndEdit:
        putBack(&state)
        state.text.change { $0 += "e" }
      case .text, .notes: break
      }
      return .none
    }
    .loadable(state: \.text, action: .text, policy: policy) {
      EditableText()
    } load: { [load] _ in
      try await load()
    }
    .saved(texts)
    .paged(state: \.notes, action: .notes, policy: PagingPolicy(load: policy)) {
      [page] request, _ in
      try await page(request)
    }
    .saved(lists)
  }

  private func putBack(_ state: inout State) {
    if let earlier = state.earlier { state.text = earlier }
    if let earlier = state.earlierNotes { state.notes = earlier }
  }
}

/// A text that actions change.
struct EditableText: Reducer {
  enum Action: Sendable, Equatable { case add(String) }

  func reduce(into state: inout String, _ action: Action) -> Effect<Action> {
    if case .add(let text) = action { state += text }
    return .none
  }
}

nonisolated extension CasePath<
  SavedFeature.Action, LoadingAction<NoRequest, String, EditableText.Action>
> {
  static let text = Self(SavedFeature.Action.text) {
    if case .text(let action) = $0 { action } else { nil }
  }
}

nonisolated extension CasePath<SavedFeature.Action, PagingAction<String, Int, SavedFeature.Note>> {
  static let notes = Self(SavedFeature.Action.notes) {
    if case .notes(let action) = $0 { action } else { nil }
  }
}

typealias SavedStore = Store<SavedFeature.State, SavedFeature.Action>
