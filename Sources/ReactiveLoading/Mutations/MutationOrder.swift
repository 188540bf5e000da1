/// The writes of a ``Mutation`` that are in order: those with the same key.
///
/// ```swift
/// let like = Mutation(order: .byKey { $0.post }) { (like: Like) in try await api.send(like) }
/// ```
///
/// The ``MutationOverlap`` of the policy then decides about the writes of one key; writes of
/// different keys do not wait for each other. Without an order, all writes have one key. See
/// <doc:WritingWithMutations#M16-Order-by-key>.
public struct MutationOrder<Input: Sendable>: Sendable {
  @usableFromInline let turns: @Sendable (AnyBox) -> WriteTurns

  /// Orders writes by a key of their input.
  ///
  /// - Parameters:
  ///   - order: The order that several mutations share; by default one of this mutation alone. A
  ///     write then also waits until the earlier writes of its key in the other mutations have
  ///     returned, except with ``MutationOverlap/concurrent``.
  ///   - key: Returns the key of an input. It is called once for each write, on the thread of
  ///     ``Mutation/run(_:)`` and outside every lock, as are `==` and `hash(into:)` of the key.
  /// - Returns: The order, for the initializer of a mutation.
  public static func byKey(
    in order: WriteOrder = WriteOrder(),
    _ key: @escaping @Sendable (Input) -> some Hashable & Sendable
  ) -> Self {
    Self(turns: { input in order.turns(of: key(input.assumed(of: Input.self).value)) })
  }
}
