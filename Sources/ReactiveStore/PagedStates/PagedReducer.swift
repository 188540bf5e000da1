public import ReactiveLoadable

/// A reducer with a paginated list.
///
/// `paged(state:action:policy:load:)` creates it.
public struct PagedReducer<
  Whole: Reducer,
  Key: Hashable & Sendable,
  Cursor: Hashable & Sendable,
  Item: Identifiable & Sendable
>: Reducer where Item.ID: Sendable {
  /// The state of the parent.
  public typealias State = Whole.State
  /// The actions of the parent.
  public typealias Action = Whole.Action

  let whole: Whole
  let part: StatePart<State, PagedState<Key, Cursor, Item>>
  let action: CasePath<Action, PagingAction<Key, Cursor, Item>>
  let policy: PagingPolicy
  var loadPolicy: EmbeddedPolicy
  let call: PagesAttachment<Key, Cursor, Item, State>.Call

  /// Performs the actions of the list, then runs the parent's reducer on all actions.
  public func reduce(into state: inout State, _ action: Action) -> Effect<Action> {
    if let inner = self.action.extract(action) { part.access(&state) { $0.reduce(inner) } }
    return whole.reduce(into: &state, action)
  }

  /// The feedbacks of the parent, and one that runs the page loads of the state.
  ///
  /// See <doc:StoreContract#S16-Paged-lists>.
  public var feedbacks: [Feedback<State, Action>] {
    whole.feedbacks + [Feedback(policyReaction, loading: loads)]
  }

  /// The change that applies the policy, and saves the lists.
  private var policyReaction: StateReaction<State> {
    let records = loadPolicy.records
    return StateReaction(
      isApplied: { [part, policy] in
        part.read(&$0) { $0.pages.uses(policy, records) && !$0.pages.hasRecordOperations }
      },
      apply: { [part, policy] in
        part.access(&$0) { part in
          if !part.pages.uses(policy, records) { part.pages.apply(policy, records) }
          records?.perform(part.pages.takeRecordOperations())
        }
      }
    )
  }

  private var loads: LoadFeedback<State, Action> {
    LoadFeedback(
      id: EffectID(part.path),
      version: { _ in nil },
      isLoading: { [part] in part.read(&$0) { !$0.pages.loads.isEmpty } },
      attach: { [part, loadPolicy, action, call] send in
        let attachment = PagesAttachment<Key, Cursor, Item, State>(loadPolicy, call) {
          event,
          payload,
          isStale in
          send.unless(isStale)(action.embed(.received(event, payload)))
        } restore: { event, payload, performer in
          send.unless { !performer.expects(event, payload) }(
            action.embed(.received(event, payload))
          ).reduction
        }
        return LoadFollower(attachment) { state in
          attachment.follow(part.read(&state) { $0.pages }, in: state)
        }
      }
    )
  }
}

extension Reducer {
  /// Composes a paginated list.
  ///
  /// See <doc:StoreContract#S13-Load-functions> and <doc:StoreContract#S16-Paged-lists>.
  ///
  /// - Parameters:
  ///   - state: The key path of the list's state.
  ///   - action: The case of its actions.
  ///   - policy: The policy of the list, as for a `PagedLoader`.
  ///   - load: Loads a page, given the state of the parent after the action.
  /// - Returns: The composed reducer.
  public func paged<
    Key: Hashable & Sendable,
    Cursor: Hashable & Sendable,
    Item: Identifiable & Sendable
  >(
    state: any WritableKeyPath<State, PagedState<Key, Cursor, Item>> & Sendable,
    action: CasePath<Action, PagingAction<Key, Cursor, Item>>,
    policy: PagingPolicy = PagingPolicy(),
    load: @escaping @Sendable (PageRequest<Key, Cursor>, State) async throws -> Page<Cursor, Item>
  ) -> PagedReducer<Self, Key, Cursor, Item> where Item.ID: Sendable {
    paged(state, action, policy) { run, state in
      LoadCall(for: run.anyRequest) { (_: LoadReporter<Page<Cursor, Item>>) in
        try await load(run.request, state)
      }
    }
  }

  /// Composes a paginated list whose load function also reports parts of pages and progress.
  ///
  /// See <doc:StoreContract#S16-Paged-lists>.
  public func paged<
    Key: Hashable & Sendable,
    Cursor: Hashable & Sendable,
    Item: Identifiable & Sendable
  >(
    state: any WritableKeyPath<State, PagedState<Key, Cursor, Item>> & Sendable,
    action: CasePath<Action, PagingAction<Key, Cursor, Item>>,
    policy: PagingPolicy = PagingPolicy(),
    load:
      @escaping @Sendable (PageRequest<Key, Cursor>, State, LoadReporter<Page<Cursor, Item>>)
      async throws -> Page<Cursor, Item>
  ) -> PagedReducer<Self, Key, Cursor, Item> where Item.ID: Sendable {
    paged(state, action, policy) { run, state in
      LoadCall(for: run.anyRequest) { report in try await load(run.request, state, report) }
    }
  }

  private func paged<Key, Cursor, Item>(
    _ state: any WritableKeyPath<State, PagedState<Key, Cursor, Item>> & Sendable,
    _ action: CasePath<Action, PagingAction<Key, Cursor, Item>>,
    _ policy: PagingPolicy,
    _ call: @escaping PagesAttachment<Key, Cursor, Item, State>.Call
  ) -> PagedReducer<Self, Key, Cursor, Item> {
    PagedReducer(
      whole: self,
      part: StatePart(state),
      action: action,
      policy: policy,
      loadPolicy: EmbeddedPolicy(policy.load),
      call: call
    )
  }
}
