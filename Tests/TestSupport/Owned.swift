/// The only owner of an object, which a test releases.
package final class Owned<Object: AnyObject> {
  package var object: Object?
  package init(_ object: Object) { self.object = object }
}
