public import CombineShim
import ReactiveLoadable

/// A side effect that a reducer returns and the store runs: a task, a subscription, a cancellation.
///
/// The store starts an effect after it has published the new state. Results return to the reducer
/// as actions:
///
/// ```swift
/// case .searched(let text):
///   state.text = text
///   return .run { send in send(.found(try await api.search(text))) }
///     .cancellable(id: "search", overlap: .replace)
/// ```
///
/// An effect is a value: nothing starts before the store runs it. It ends when its work completes,
/// when it is cancelled by its id, when its feature is removed, or with its store. See
/// <doc:StoreContract#S4-Lifetime-of-an-effect> and <doc:StoreContract#S6-Effect-ids>.
public struct Effect<Action: Sendable>: Sendable {
  /// The operations of the effect; `nil` without any.
  // NB: Creating and checking an empty array looks up types in code that is not specialized.
  private var partsIfAny: [EffectPart<Action>]?

  var parts: [EffectPart<Action>] { partsIfAny ?? [] }

  var isNone: Bool { partsIfAny == nil }

  init(_ parts: [EffectPart<Action>]) { partsIfAny = parts.isEmpty ? nil : parts }

  init(_ kind: EffectPart<Action>.Kind) { partsIfAny = [EffectPart(kind)] }

  private init() {}

  /// An effect that does nothing.
  public static var none: Self { Self() }

  /// Creates an effect that sends an action, which is reduced after those already queued.
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: The effect.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  /// Creates an effect that performs asynchronous work and may send any number of actions.
  ///
  /// - Parameter body: The work. It starts on the thread of the reducer and ends when it returns.
  ///   Its errors are published in ``Store/failures``, unless they mean cancellation.
  /// - Returns: The effect.
  public static func run(_ body: @escaping @Sendable (Send<Action>) async throws -> Void) -> Self {
    Self(.run(body))
  }

  /// Creates an effect that sends an action after a delay, unless it is cancelled.
  ///
  /// With an id and `.replace` it is a debounce, for example of search text:
  ///
  /// ```swift
  /// .send(.search, after: .milliseconds(300), on: clock)
  ///   .cancellable(id: "typing", overlap: .replace)
  /// ```
  ///
  /// An action that makes a newer request, such as a tapped suggestion, returns
  /// `.cancel(id: "typing")`, so that the older request is not sent after it.
  ///
  /// - Parameters:
  ///   - action: The action to send.
  ///   - time: The delay before the action is sent.
  ///   - clock: The clock that measures the delay; the continuous clock by default.
  /// - Returns: The effect.
  public static func send(
    _ action: Action,
    after time: Duration,
    on clock: any Clock<Duration> = ContinuousClock()
  ) -> Self {
    .run { send in
      try await ClockWait.observed("Effect.send").during {
        try await clock.sleepReleasing(for: time)
      }
      send(action)
    }
  }

  /// Creates an effect that sends the values of a publisher until it completes.
  ///
  /// - Parameter publisher: Creates the publisher when the effect starts. The error of a failed
  ///   publisher is published in ``Store/failures``.
  /// - Returns: The effect.
  public static func publisher<P: Publisher & SendableMetatype>(
    _ publisher: @escaping @Sendable () -> P
  ) -> Self
  where P.Output == Action {
    Self(
      .subscribe { send, finished in
        publisher().unlockedSink {
          finished($0.error)
        } receiveValue: {
          send($0)
        }
      }
    )
  }

  /// Creates an effect that sends the elements of an asynchronous sequence until it ends.
  ///
  /// - Parameter sequence: Creates the sequence when the effect starts. An error that it throws is
  ///   published in ``Store/failures``.
  /// - Returns: The effect.
  public static func sequence<S: AsyncSequence & SendableMetatype>(
    _ sequence: @escaping @Sendable () -> S
  ) -> Self where S.Element == Action {
    .run { send in
      for try await action in sequence() {
        send(action)
        // NB: a `debounce` of AsyncAlgorithms never ends if a cancelled task calls `next()` again.
        if Task.isCancelled { return }
      }
    }
  }

  /// Creates an effect that runs several effects concurrently.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Creates an effect that runs a sequence of effects concurrently.
  ///
  /// - Parameter effects: The effects, which start in their order.
  /// - Returns: An effect that ends when all of them have ended.
  public static func merge(_ effects: some Sequence<Self>) -> Self {
    Self(effects.flatMap(\.parts))
  }

  /// Creates an effect that cancels the effects of this feature with an id.
  ///
  /// None of their actions is reduced after the current action. See
  /// <doc:StoreContract#S5-Cancellation>.
  ///
  /// - Parameter id: The id that was passed to ``cancellable(id:overlap:)``.
  /// - Returns: The effect.
  public static func cancel(id: any Hashable & Sendable) -> Self {
    Self([EffectPart(.cancel, ids: [EffectID(id)])])
  }

  /// Returns the same effect with an id, by which its feature can cancel it.
  ///
  /// Effects that are merged and then receive an id together do not replace or ignore each other.
  /// See <doc:StoreContract#S6-Effect-ids>.
  ///
  /// - Parameters:
  ///   - id: Any value; it is scoped to the feature that returns the effect.
  ///   - overlap: The policy for running effects with the same id when this one starts; by
  ///     default they continue.
  /// - Returns: The effect.
  public func cancellable(
    id: any Hashable & Sendable,
    overlap: EffectOverlap = .concurrent
  ) -> Self {
    let id = EffectID(id)
    var group = overlap == .concurrent ? nil : Overlap(overlap, id)
    var parts = parts
    for index in parts.indices where parts[index].starts {
      parts[index].ids.append(id)
      group?.number = index
      if let group { parts[index].overlaps.append(group) }
    }
    // An empty effect also replaces others.
    let isNothing = overlap == .replace && !parts.contains(where: \.starts)
    return Self(isNothing ? [EffectPart(.cancel, ids: [id])] + parts : parts)
  }
}

/// The policy for running effects when another one with the same id starts.
public enum EffectOverlap: Sendable, Hashable {
  /// They continue, concurrently with the new effect.
  case concurrent
  /// They are cancelled.
  case replace
  /// They continue, and the new effect does not start.
  case ignore
}

// MARK: For features

extension Effect {
  /// Returns the same effect with its actions embedded in the actions of a parent.
  ///
  /// - Parameter embed: Creates the action of the parent.
  /// - Returns: The effect.
  public func map<Parent>(_ embed: @escaping @Sendable (Action) -> Parent) -> Effect<Parent> {
    Effect<Parent>(parts.map { $0.map(embed) })
  }

  func within<Parent>(
    _ scope: EffectID,
    _ embed: @escaping @Sendable (Action) -> Parent
  ) -> Effect<Parent> {
    isNone ? .none : Effect<Parent>(parts.map { $0.within(scope).map(embed) })
  }

  /// Adds another effect, which runs concurrently with this one.
  mutating func add(_ other: Self) {
    if isNone { self = other } else if !other.isNone { self = Self(parts + other.parts) }
  }

  @usableFromInline
  consuming func merged(with other: consuming Self) -> Self {
    if other.isNone { return self }
    return isNone ? other : Self(parts + other.parts)
  }

  var attachmentIDs: Set<EffectID> {
    var attachmentIDs = Set<EffectID>()
    for part in parts where part.attaches { attachmentIDs.formUnion(part.ids) }
    return attachmentIDs
  }

  /// Publishes an error unchanged in `failures`.
  static func report(_ error: any Error) -> Self { Self(.report(error)) }

  /// Cancels the effects in the scope of a part, except those of the part with an id.
  ///
  /// Effects in the scopes of members of the state itself continue.
  static func only(_ id: ElementID?, within scope: EffectID) -> Self {
    let sweep = EffectPart<Action>(
      .sweep { $0.filter { $0 != id?.id && !($0.base is AnyKeyPath) } },
      ids: [scope]
    )
    return Self([sweep])
  }

  /// Cancels the effects of elements that have been removed from a collection.
  static func only<Elements: Collection & Sendable>(
    _ elements: Elements,
    within scope: EffectID
  ) -> Self where Elements.Element: Identifiable {
    Self([EffectPart(.sweep { elements.missing($0) }, ids: [scope])])
  }
}

extension Collection where Element: Identifiable {
  /// Returns the ids that no element has.
  fileprivate func missing(_ ids: Set<AnyHashable>) -> Set<AnyHashable> {
    var missing = Set(ids.compactMap { $0.base as? Element.ID })
    // A few ids are compared one by one, so that no id of the collection is hashed.
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

extension Effect: Described {
  package var objectText: ObjectText {
    let names = parts.prefix(10).map(\.kind.name) + (parts.count > 10 ? ["…"] : [])
    let type = "Effect<\(cutText("\(Action.self)", 100))>"
    return ObjectText(type, state: names.isEmpty ? "none" : names.joined(separator: ", "))
  }

  package var mirrorParts: KeyValuePairs<String, Any?> { ["operations": parts.map(\.kind.name)] }
}

extension EffectPart.Kind {
  fileprivate var name: String {
    switch self {
    case .send: "send"
    case .run: "run"
    case .subscribe: "publisher"
    case .attach: "attachment"
    case .report: "failure"
    case .cancel, .sweep: "cancel"
    }
  }
}
