/// Sends actions to the store from within an effect, for as long as the effect has not ended (S5).
///
/// ```swift
/// .run { send in
///   for await message in chat.messages { send(.received(message)) }
/// }
/// ```
///
/// It may be called from any thread, and does not keep the store.
public struct Send<Action: Sendable>: Sendable {
  /// Sends an action, unless it has become stale when its turn comes.
  typealias Post = @Sendable (Action, _ isStale: @escaping @Sendable () -> Bool) -> StoreTask

  private let post: Post
  private let isStale: @Sendable () -> Bool

  init(unless isStale: @escaping @Sendable () -> Bool, _ post: @escaping Post) {
    self.isStale = isStale
    self.post = post
  }

  /// Sends an action.
  ///
  /// - Parameter action: What has happened.
  /// - Returns: A handle of its effects.
  @discardableResult
  public func callAsFunction(_ action: Action) -> StoreTask { post(action, isStale) }

  /// The same for what has become stale by another measure.
  func unless(_ isStale: @escaping @Sendable () -> Bool) -> Self { Self(unless: isStale, post) }

  func pullback<Child>(_ embed: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child>(unless: isStale) { [post] in post(embed($0), $1) }
  }
}
