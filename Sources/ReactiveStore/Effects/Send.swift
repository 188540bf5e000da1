/// A function that sends actions to the store from an effect, until the effect ends.
///
/// ```swift
/// .run { send in
///   for await message in chat.messages { send(.received(message)) }
/// }
/// ```
///
/// It may be called from any thread, and does not retain the store. See
/// <doc:StoreContract#S5-Cancellation>.
public struct Send<Action: Sendable>: Sendable {
  /// Sends an action, unless it is stale when it is reduced.
  typealias Post = @Sendable (Action, _ isStale: @escaping @Sendable () -> Bool) -> StoreTask

  private let post: Post
  private let isStale: @Sendable () -> Bool

  init(unless isStale: @escaping @Sendable () -> Bool, _ post: @escaping Post) {
    self.isStale = isStale
    self.post = post
  }

  /// Sends an action.
  ///
  /// - Parameter action: The action to reduce.
  /// - Returns: A handle of its effects.
  @discardableResult
  public func callAsFunction(_ action: Action) -> StoreTask { post(action, isStale) }

  /// Returns the same function with another condition for stale actions.
  func unless(_ isStale: @escaping @Sendable () -> Bool) -> Self { Self(unless: isStale, post) }

  func pullback<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child>(unless: isStale) { [post] in post(embed($0), $1) }
  }
}
