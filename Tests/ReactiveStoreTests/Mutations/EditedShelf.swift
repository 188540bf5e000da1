import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// A badge, details by key and a list, which one write edits: it appends its input to a text of each.
struct EditedShelf: Reducer {
  struct State: Sendable, Equatable {
    var badge = LoadableState<NoRequest, String>()
    var details = LoadableStates<String, String>()
    var rows = PagedState<NoRequest, Int, Row>()
    var write = MutationState<String, String>()
  }

  struct Row: Sendable, Hashable, Identifiable {
    let id: Int
    var text: String
  }

  enum Action: Sendable, Equatable {
    case badge(LoadingAction<NoRequest, String, Never>)
    case detail(String, LoadingAction<NoRequest, String, Never>)
    case rows(PagingAction<NoRequest, Int, Row>)
    case write(MutationAction<String, String>)
    case putBack(State)
    /// The parent's reducer runs a write.
    case runs(String)
    case removeDetail
  }

  typealias Answer = @Sendable () async throws -> String

  var policy = MutationPolicy(overlap: .concurrent)
  var key: (@Sendable (String) -> any Hashable & Sendable)?
  var confirms = false
  let badge: Answer
  let detail: Answer
  let page: @Sendable (Int) async throws -> Page<Int, Row>
  let write: @Sendable (String) async throws -> String

  var body: some Reducer<State, Action> {
    let confirm: @Sendable (String, String, inout String) -> Void = { $2 += $1 }
    let confirmRow: @Sendable (String, String) -> [ListEdit<Row>] = { _, output in
      [.change(1) { $0.text += output }]
    }
    Reduce { state, action in
      if case .putBack(let earlier) = action { state = earlier }
      if case .removeDetail = action { state.details.remove("k") }
      if case .runs(let input) = action { state.write.run(input) }
      return .none
    }
    .loadable(state: \.badge, action: .badge) { _ in try await badge() }
    .loadable(each: \.details, action: .detail) { _, _ in try await detail() }
    .paged(state: \.rows, action: .rows) { request, _ in try await page(request.cursor ?? 1) }
    .mutation(
      state: \.write,
      action: .write,
      policy: policy,
      orderedBy: key,
      editing: [
        .loadable(\.badge, change: { $1 += $0 }, confirm: confirms ? confirm : nil),
        .key(\.details, of: { _ in "k" }, change: { $1 += $0 }, confirm: confirms ? confirm : nil),
        .list(
          \.rows,
          change: { input in [.change(input == "p" ? 2 : 1) { $0.text += input }] },
          confirm: confirms ? confirmRow : nil
        ),
      ]
    ) { input, _ in
      try await write(input)
    }
  }
}

extension CasePath<EditedShelf.Action, LoadingAction<NoRequest, String, Never>> {
  static let badge = Self(EditedShelf.Action.badge) {
    if case .badge(let action) = $0 { action } else { nil }
  }
}

extension CasePath<EditedShelf.Action, (String, LoadingAction<NoRequest, String, Never>)> {
  static let detail = Self(EditedShelf.Action.detail) {
    if case .detail(let key, let action) = $0 { (key, action) } else { nil }
  }
}

extension CasePath<EditedShelf.Action, PagingAction<NoRequest, Int, EditedShelf.Row>> {
  static let rows = Self(EditedShelf.Action.rows) {
    if case .rows(let action) = $0 { action } else { nil }
  }
}

extension CasePath<EditedShelf.Action, MutationAction<String, String>> {
  static let write = Self(EditedShelf.Action.write) {
    if case .write(let action) = $0 { action } else { nil }
  }
}

// MARK: Scenes

/// A shelf whose first loads take 20 ms and return A; later ones return B.
struct ShelfScene {
  let store: Store<EditedShelf.State, EditedShelf.Action>
  let writes: Log<String>

  init(
    _ m: Marbles,
    _ writes: [String: String] = [:],
    confirms: Bool = false,
    policy: MutationPolicy = MutationPolicy(overlap: .concurrent),
    orderedBy key: (@Sendable (String) -> any Hashable & Sendable)? = nil,
    cancellation: MarbleCancellation = .honored,
    loads: Bool = true
  ) {
    let responses = m.responses(to: writes, failure: Broken(), cancellation: cancellation)
    let log = Log<String>()
    let shelf = Self.shelf(m, confirms: confirms, policy, key) { input in
      log.note(input)
      return try await responses(input)
    }
    let store = m.keep(Store(EditedShelf.State()) { shelf })
    (self.store, self.writes) = (store, log)
    m.keep(store.states.sink { $0.expectWhole() })
    if loads {
      m.hot("-l") { _ in
        store.send(.badge(.load))
        store.send(.detail("k", .load))
        store.send(.rows(.load))
      }
    }
  }

  static func shelf(
    _ m: Marbles,
    confirms: Bool = false,
    _ policy: MutationPolicy = MutationPolicy(overlap: .concurrent),
    _ key: (@Sendable (String) -> any Hashable & Sendable)? = nil,
    write: @escaping @Sendable (String) async throws -> String
  ) -> EditedShelf {
    let (badges, details) = (m.cold("--A|", then: ["--B|"]), m.cold("--A|", then: ["--B|"]))
    let pages = m.cold("--A|", then: ["--B|"])
    return EditedShelf(
      policy: policy,
      key: key,
      confirms: confirms,
      badge: { try await badges() },
      detail: { try await details() },
      page: { number in
        let text = try await pages()
        return Page([EditedShelf.Row(id: number, text: text)], next: number + 1)
      },
      write: write
    )
  }

  /// Expects the states of the badge, the detail and the first row, and that no state has an edit in
  /// one of them only.
  func expect(_ m: Marbles, badge: String, detail: String? = nil, row: String? = nil) {
    m.expect(store.states.map { mark($0.badge.loadable) }.removeDuplicates(), badge)
    m.expect(
      store.states.map { mark($0.details["k"].loadable) }.removeDuplicates(),
      detail ?? badge
    )
    m.expect(
      store.states.map { mark($0.rows.loadable.map { $0.first?.text ?? "" }) }.removeDuplicates(),
      row ?? detail ?? badge
    )
  }
}

extension EditedShelf.State {
  /// Expects that three values of the same load have the same edits.
  ///
  /// In a list, a saved edit is below those in flight, so the order may differ.
  func expectWhole() {
    guard let badge = badge.value, let detail = details["k"].value,
      let row = rows.value?.first?.text
    else { return }
    if badge.prefix(1) != detail.prefix(1) || badge.prefix(1) != row.prefix(1) { return }
    #expect(badge == detail && (badge.sorted() == row.sorted() || badge.contains("p")))
  }
}

/// `n` no value, `l` loading, `f` failed, `R` loading over a value with x, `r` over another one, else
/// the value: `X` is A with x, `Y` with y, `Z` with both, `W` is B with x, `V` is A with the answer v.
func mark(_ state: Loadable<String, LoadError>) -> String {
  let names = ["Ax": "X", "Ay": "Y", "Axy": "Z", "Bx": "W", "Av": "V"]
  switch state {
  case .notRequested: return "n"
  case .loading(let loading):
    return loading.previous.map { $0.contains("x") ? "R" : "r" } ?? "l"
  case .failed: return "f"
  case .loaded(let text): return names[text] ?? text
  }
}
