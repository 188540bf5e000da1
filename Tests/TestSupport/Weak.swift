/// A weak reference to an object that a test expects to be released.
///
/// `weak let` would do the same, from Swift 6.2.3 on.
package struct Weak<Object: AnyObject> {
  package private(set) weak var object: Object?

  package init(_ object: Object?) { self.object = object }

  package var isReleased: Bool { object == nil }
}

extension Weak: Sendable where Object: Sendable {}
