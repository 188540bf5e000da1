import MarbleTesting
import Testing

@Suite struct ObservedObjectTests {
  @Test func `an object is released when its last reference ends`() {
    let observer: ObservedObject
    do {
      let object = Object()
      observer = ObservedObject(object)
      withExtendedLifetime(object) { #expect(!observer.isReleased) }
    }
    #expect(observer.isReleased)
  }

  @Test func `an object is released while its deinit runs`() {
    var states: [Bool] = []
    do {
      let object = Object()
      let observer = ObservedObject(object)
      object.onDeinit = { states.append(observer.isReleased) }
    }
    #expect(states == [true])
  }
}

private final class Object {
  var onDeinit: () -> Void = {}
  deinit { onDeinit() }
}
