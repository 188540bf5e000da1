public import CombineShim
import ReactiveLoadable

/// What a reducer wants to be done beside the change of its state: work, streams, and their end.
///
/// A reducer returns it; the store has it done when the state shows, and what it finds out comes back as
/// actions:
///
/// ```swift
/// case .searched(let text):
///   state.text = text
///   return .run { send in send(.found(try await api.search(text))) }
///     .cancellable(id: "search", overlap: .replace)
/// ```
///
/// An effect is a value: nothing begins before the store has it. It ends when its work does, when it is
/// cancelled by its id, when its feature goes, or with its store (S4 to S7).
public struct Effect<Action: Sendable>: Sendable {
  @usableFromInline var parts: [EffectPart<Action>]

  @inlinable
  init(_ parts: [EffectPart<Action>]) { self.parts = parts }

  init(_ kind: EffectPart<Action>.Kind) { parts = [EffectPart(kind)] }

  /// Nothing to be done.
  @inlinable public static var none: Self { Self([EffectPart]()) }

  /// Sends an action, which is reduced after those that wait already.
  ///
  /// - Parameter action: What has happened.
  /// - Returns: The effect.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  /// Does asynchronous work, which may send any number of actions.
  ///
  /// - Parameter body: The work; it begins on the thread of the reducer, and is over when it returns. What
  ///   it throws is told in ``Store/failures``, unless it means that the work was cancelled.
  /// - Returns: The effect.
  public static func run(_ body: @escaping @Sendable (Send<Action>) async throws -> Void) -> Self {
    Self(.run(body))
  }

  /// Sends an action after a while, unless it is cancelled before.
  ///
  /// With an id it is what follows when nothing comes for so long, such as a search that waits for the
  /// end of the typing:
  ///
  /// ```swift
  /// .send(.search, after: .milliseconds(300), on: clock)
  ///   .cancellable(id: "typing", overlap: .replace)
  /// ```
  ///
  /// - Parameters:
  ///   - action: What has happened.
  ///   - time: How long it waits.
  ///   - clock: What measures the time; the continuous clock by default.
  /// - Returns: The effect.
  public static func send(
    _ action: Action,
    after time: Duration,
    on clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    .run { send in
      try await clock.sleep(for: time)
      send(action)
    }
  }

  /// Sends what a publisher publishes, until it finishes.
  ///
  /// - Parameter publisher: Makes the publisher, which is subscribed, when the effect begins. Why it
  ///   fails, if it does, is told in ``Store/failures``.
  /// - Returns: The effect.
  public static func publisher<P: Publisher & SendableMetatype>(
    _ publisher: @escaping @Sendable () -> P
  ) -> Self
  where P.Output == Action {
    Self(
      .subscribe { send, finished in
        AnyCancellable(
          publisher().follow {
            finished($0.error)
          } receiveValue: {
            send($0)
          }
        )
      }
    )
  }

  /// Sends what a sequence brings, until it ends.
  ///
  /// - Parameter sequence: Makes the sequence, which is iterated, when the effect begins; what it throws
  ///   is told in ``Store/failures``.
  /// - Returns: The effect.
  public static func sequence<S: AsyncSequence & SendableMetatype>(
    _ sequence: @escaping @Sendable () -> S
  ) -> Self where S.Element == Action {
    .run { send in
      for try await action in sequence() {
        send(action)
        // NB: a `debounce` of AsyncAlgorithms never ends when a cancelled task asks it for more.
        if Task.isCancelled { return }
      }
    }
  }

  /// Has several effects done beside each other.
  ///
  /// - Parameter effects: They begin in their order.
  /// - Returns: The effect, which is over when all are.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Has several effects done beside each other.
  ///
  /// - Parameter effects: They begin in their order.
  /// - Returns: The effect, which is over when all are.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    Self(effects.flatMap(\.parts))
  }

  /// Ends the effects of this feature that have an id; nothing of them comes after this action (S5).
  ///
  /// - Parameter id: What ``cancellable(id:overlap:)`` gave them.
  /// - Returns: The effect.
  public static func cancel(id: any Hashable & Sendable) -> Self {
    Self([EffectPart(.cancel, ids: [EffectID(id)])])
  }

  /// The same effect, known by an id within its feature (S6).
  ///
  /// - Parameters:
  ///   - id: Any value; it counts within the feature that returns the effect.
  ///   - overlap: What becomes of those with the same id that are there, when its turn comes; they go on by
  ///     default. Parts of one effect that are given an id together are not in each other's way.
  /// - Returns: The effect.
  public func cancellable(
    id: any Hashable & Sendable,
    overlap: EffectOverlap = .concurrent
  ) -> Self {
    let id = EffectID(id)
    var group = overlap == .concurrent ? nil : Overlap(overlap, id)
    var effect = self
    for index in parts.indices where parts[index].begins {
      effect.parts[index].ids.append(id)
      group?.number = index
      if let group { effect.parts[index].overlaps.append(group) }
    }
    // Nothing takes the place of others, too.
    let isNothing = overlap == .replace && !parts.contains(where: \.begins)
    return isNothing ? Self([EffectPart(.cancel, ids: [id])] + parts) : effect
  }
}

/// What becomes of effects that are there when another one with the same id begins.
public enum EffectOverlap: Sendable, Hashable {
  /// They go on.
  case concurrent
  /// They are cancelled.
  case replace
  /// They go on, and the new one does not begin.
  case ignore
}

// MARK: For features

extension Effect {
  /// The same effect, whose actions are part of others.
  ///
  /// - Parameter embed: Makes the action of a parent.
  /// - Returns: The effect.
  public func map<Parent>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    Effect<Parent>(parts.map { $0.map(embed) })
  }

  /// The same effect as one of a part of the state.
  @usableFromInline
  func within<Parent>(
    _ scope: EffectID,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> Effect<Parent> {
    parts.isEmpty ? .none : Effect<Parent>(parts.map { $0.within(scope).map(embed) })
  }

  /// Has another one done beside this.
  @inlinable
  mutating func add(_ other: Self) {
    if parts.isEmpty { self = other } else { parts.append(contentsOf: other.parts) }
  }

  @inlinable
  func merged(with other: Self) -> Self {
    var effect = self
    effect.add(other)
    return effect
  }

  /// Where something is attached by it.
  var places: Set<EffectID> {
    var places = Set<EffectID>()
    for part in parts where part.attaches { places.formUnion(part.ids) }
    return places
  }

  /// Tells what went wrong, as it is.
  static func report(_ error: any Error) -> Self { Self(.report(error)) }

  /// Ends the effects in a part of the state, but those of the one with this id, and of parts of the state itself.
  static func only(_ id: ElementID?, within scope: EffectID) -> Self {
    let sweep = EffectPart<Action>(
      .sweep { $0.filter { $0 != id?.id && !($0.base is AnyKeyPath) } },
      ids: [scope]
    )
    return Self([sweep])
  }

  /// Ends the effects in a part of the state whose elements are not there any more.
  static func only<Elements: Collection & Sendable>(
    _ elements: Elements,
    within scope: EffectID
  ) -> Self where Elements.Element: Identifiable {
    Self([EffectPart(.sweep { elements.missing($0) }, ids: [scope])])
  }
}

extension Collection where Element: Identifiable {
  /// The ids of no element.
  fileprivate func missing(_ ids: Set<AnyHashable>) -> Set<AnyHashable> {
    var missing = Set(ids.compactMap { $0.base as? Element.ID })
    // A few are compared one by one, so that no id of the collection is hashed.
    if missing.count <= 8 {
      missing = missing.filter { id in !contains { $0.id == id } }
    } else {
      for element in self { missing.remove(element.id) }
    }
    return Set(missing.map { AnyHashable(unwrapping: $0) })
  }
}

extension Subscribers.Completion {
  fileprivate var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
