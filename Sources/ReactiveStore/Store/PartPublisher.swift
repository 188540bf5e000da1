public import ReactiveLoadable

/// Publishes the values of a part of a state, specialized where the part is scoped.
@usableFromInline
struct PartPublisher<Part: Sendable>: Sendable {
  @usableFromInline
  typealias Publish = @Sendable (BehaviorRelay<Part>, inout Part) -> Bool

  /// Publishes a value; returns false if it is not published, because it is unchanged.
  let publish: Publish
  /// True if a value with the same bits as the last one is not published.
  let skipsSameBits: Bool

  @usableFromInline
  init(skipsSameBits: Bool, _ publish: @escaping Publish) {
    self.skipsSameBits = skipsSameBits
    self.publish = publish
  }

  /// Publishes at every change of the whole state.
  @inlinable static var always: Self {
    Self(skipsSameBits: false) { relay, new in
      relay.accept(new)
      return true
    }
  }
}

extension PartPublisher where Part: Equatable {
  /// Publishes only the changes of the part.
  @inlinable static var changes: Self {
    Self(skipsSameBits: true) { relay, new in
      if relay.value == new { return false }
      relay.accept(new)
      return true
    }
  }
}
