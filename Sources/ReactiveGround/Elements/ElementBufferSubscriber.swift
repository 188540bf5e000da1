public import CombineShim

/// The subscriber that feeds a buffer.
///
/// Publishers call a subscriber without specialization, where each use of the value's type costs a
/// lookup of metadata. A closure, which the client specializes, passes the value instead.
@usableFromInline
package final class ElementBufferSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  private let deliver: @Sendable (Input) -> Void
  private let buffer: ElementBuffer<Input, Failure>

  @usableFromInline
  package init(
    _ buffer: ElementBuffer<Input, Failure>,
    deliver: @escaping @Sendable (Input) -> Void
  ) {
    self.buffer = buffer
    self.deliver = deliver
  }

  @usableFromInline
  package func receive(subscription: any Subscription) { buffer.open(subscription) }

  @usableFromInline
  package func receive(_ input: Input) -> Subscribers.Demand {
    deliver(input)
    return .none
  }

  @usableFromInline
  package func receive(completion: Subscribers.Completion<Failure>) { buffer.finish(completion) }
}
