public import CombineShim

/// The subscriber that feeds a mailbox.
///
/// Publishers call a subscriber without specialization, where each use of the value's type costs a
/// lookup of metadata. A closure, which the client specializes, passes the value instead.
@usableFromInline
final class MailboxFeed<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  private let deliver: @Sendable (Input) -> Void
  private let mailbox: Mailbox<Input, Failure>

  @usableFromInline
  init(_ mailbox: Mailbox<Input, Failure>, deliver: @escaping @Sendable (Input) -> Void) {
    self.mailbox = mailbox
    self.deliver = deliver
  }

  @usableFromInline
  func receive(subscription: any Subscription) { mailbox.open(subscription) }

  @usableFromInline
  func receive(_ input: Input) -> Subscribers.Demand {
    deliver(input)
    return .none
  }

  @usableFromInline
  func receive(completion: Subscribers.Completion<Failure>) { mailbox.finish(completion) }
}
