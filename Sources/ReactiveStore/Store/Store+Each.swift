public import ReactiveLoadable

extension Store {
  /// A store of the value of a key, which tells the changes of that key only (S9).
  ///
  /// ```swift
  /// let movie = LoadingModel(store.scope(each: \.details, key: 7, action: .detail))
  /// ```
  ///
  /// - Parameters:
  ///   - states: The states of the values.
  ///   - key: The key; nothing has to be known of it yet. What the store runs does not end with the value.
  ///   - action: The case of the actions of the values, with the key.
  /// - Returns: A store that keeps this one alive.
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
      in: { _ in EffectID(scope: states).holding(ElementID(key)) },
      ==
    )
  }

  /// A store of an element with an id, which tells the changes of that element only (U5).
  ///
  /// - Parameters:
  ///   - elements: The elements, as those of ``Reducer/forEach(_:action:element:)``.
  ///   - id: The id of the element, which no other one has.
  ///   - action: The case of the actions of the elements, with the id.
  /// - Returns: A store that keeps this one alive; `nil` if there is no such element now.
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
      in: { _ in EffectID(scope: elements).holding(ElementID(id)) },
      ==
    )
  }
}

/// Finds an element by its id, first where it was the last time.
private final class ElementFinder<Elements: Collection & Sendable>: Sendable
where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
  private let id: Elements.Element.ID
  /// Whether any number within the bounds is a place.
  private let hasNumbers = Elements.self is any RandomAccessCollection.Type
  private let last = Lock<Int?>(nil)

  init(_ id: Elements.Element.ID) { self.id = id }

  func element(in elements: Elements) -> Elements.Element? {
    if hasNumbers, let place = last.withLock({ $0 }) as? Elements.Index,
      place >= elements.startIndex, place < elements.endIndex, elements[place].id == id
    {
      return elements[place]
    }
    guard let place = elements.firstIndex(where: { $0.id == id }) else { return nil }
    last.withLock { $0 = place as? Int }
    return elements[place]
  }
}
