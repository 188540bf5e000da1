public import ReactiveLoadable

extension Store {
  /// Creates a store of the value of a key, which publishes only the changes of that key.
  ///
  /// ```swift
  /// let movie = LoadingModel(store.scope(each: \.details, key: 7, action: .detail))
  /// ```
  ///
  /// See <doc:StoreContract#S9-Scoped-stores>.
  ///
  /// - Parameters:
  ///   - states: The key path of the keyed states.
  ///   - key: The key; it may have no value yet. Effects of the store are not cancelled with the
  ///     value.
  ///   - action: The case of the actions of the values, with the key.
  /// - Returns: The scoped store, which retains this store.
  public func scope<Key: Hashable & Sendable, Value: Sendable & Equatable>(
    each states: any KeyPath<State, LoadableStates<Key, Value>> & Sendable,
    key: Key,
    action: CasePath<Action, (Key, LoadingAction<NoRequest, Value, Never>)>
  ) -> Store<LoadableState<NoRequest, Value>, LoadingAction<NoRequest, Value, Never>> {
    let embed = action.embed
    return Store<LoadableState<NoRequest, Value>, LoadingAction<NoRequest, Value, Never>>(
      of: self,
      showing: state[keyPath: states][key],
      .within(states) { $0[key] },
      { embed((key, $0)) },
      in: { _ in EffectID(scope: states).appending(ElementID(key)) },
      .changes
    )
  }

  /// Creates a store of the element with an id, which publishes only the changes of that element.
  ///
  /// See <doc:DrawingAStore#U5-Optional-parts>.
  ///
  /// - Parameters:
  ///   - elements: The key path of the elements, as for ``Reducer/forEach(_:action:element:)``.
  ///   - id: The id of the element, which must be unique.
  ///   - action: The case of the actions of the elements, with the id.
  /// - Returns: The scoped store, which retains this store; `nil` if no element has this id now.
  public func scope<Elements: Collection & Sendable, ElementAction: Sendable>(
    each elements: any KeyPath<State, Elements> & Sendable,
    id: Elements.Element.ID,
    action: CasePath<Action, (Elements.Element.ID, ElementAction)>
  ) -> Store<Elements.Element, ElementAction>?
  where Elements.Element: Identifiable & Sendable & Equatable, Elements.Element.ID: Sendable {
    let embed = action.embed
    let finder = ElementFinder<Elements>(id)
    return part(
      .within(elements) { finder.element(in: $0) },
      { embed((id, $0)) },
      in: { _ in EffectID(scope: elements).appending(ElementID(id)) },
      .changes
    )
  }
}

/// Finds an element by its id, and tries the last index first.
private final class ElementFinder<Elements: Collection & Sendable>: Sendable
where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
  private let id: Elements.Element.ID
  /// True if every index within the bounds is valid.
  private let hasNumbers = Elements.self is any RandomAccessCollection.Type
  private let last = Lock<Int?>(nil)

  init(_ id: Elements.Element.ID) { self.id = id }

  func element(in elements: Elements) -> Elements.Element? {
    if hasNumbers, let index = last.withLock({ $0 }) as? Elements.Index,
      index >= elements.startIndex, index < elements.endIndex, elements[index].id == id
    {
      return elements[index]
    }
    guard let index = elements.firstIndex(where: { $0.id == id }) else { return nil }
    last.withLock { $0 = index as? Int }
    return elements[index]
  }
}
