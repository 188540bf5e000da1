/// The only owner of an object, which a test lets go of.
final class Owned<Object: AnyObject> {
  var object: Object?
  init(_ object: Object) { self.object = object }
}
